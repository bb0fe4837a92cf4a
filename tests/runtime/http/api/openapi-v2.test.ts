import { suite } from "uvu";
import * as assert from "uvu/assert";
import { OPENAPI_V2_PATH, OPENAPI_V2_PROTOBUF } from "../../../../runtime/http/api/openapi-v2.ts";
import { readProtobuf } from "../../../../runtime/http/api/protobuf-message.ts";
import { TestApi } from "../../../support/test-api.ts";

const test = suite("the OpenAPI v2 document");

const api = await TestApi.start();
test.after(() => api.close());

/** What client-go asks for. */
const ASKED_FOR = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

for (const accept of [ASKED_FOR, OPENAPI_V2_PROTOBUF, `text/plain, ${ASKED_FOR};q=0.5`]) {
  test(`is protobuf for a client that asks for ${accept}`, async () => {
    const response = await api.ask("GET", OPENAPI_V2_PATH, { headers: { accept } });
    assert.equal([response.status, response.headers.get("content-type")], [200, OPENAPI_V2_PROTOBUF]);
    const info = { 1: { name: "title", type: "text" }, 2: { name: "version", type: "text" } } as const;
    const document = readProtobuf(new Uint8Array(await response.arrayBuffer()), {
      1: { name: "swagger", type: "text" },
      2: { name: "info", type: "message", shape: info },
    });
    assert.equal(document, { swagger: "2.0", info: { title: "Tocsin standalone", version: "v1.32.0" } });
  });
}

test("is JSON for everybody else, without a schema", async () => {
  for (const accept of [undefined, "application/json", "*/*"]) {
    const { code, body } = await api.json("GET", OPENAPI_V2_PATH, { headers: { accept } });
    assert.equal([code, body.swagger, body.paths], [200, "2.0", {}]);
  }
});

test("is refused in any other form", async () => {
  const { code, body } = await api.json("GET", OPENAPI_V2_PATH, { headers: { accept: "text/html" } });
  assert.equal([code, body.reason], [406, "NotAcceptable"]);
});

test.run();
