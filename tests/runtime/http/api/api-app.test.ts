import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFAULT_API_LIMITS } from "../../../../runtime/http/api/api-limits.ts";
import { type Asked, TestApi } from "../../../support/test-api.ts";

const test = suite("apiApp");
let api: TestApi;

test.before.each(async () => {
  api = await TestApi.start();
});
test.after.each(() => api.close());

const TEAMS = "/apis/tocsin.dev/v1alpha1/namespaces/default/agentteams";
const PROTOBUF = "application/vnd.kubernetes.protobuf";

type Refused = readonly [
  name: string,
  code: number,
  reason: string,
  method: string,
  path: string,
  asked?: Asked,
];

const REFUSED: readonly Refused[] = [
  ["no token", 401, "Unauthorized", "GET", "/api", { headers: { authorization: undefined } }],
  ["a wrong token", 401, "Unauthorized", "GET", "/api", { headers: { authorization: "Bearer wrong" } }],
  ["another scheme", 401, "Unauthorized", "GET", "/api", { headers: { authorization: "Basic right-token" } }],
  ["no token where nothing is", 401, "Unauthorized", "GET", "/x", { headers: { authorization: undefined } }],
  ["a foreign Host", 403, "Forbidden", "GET", "/api", { headers: { host: "evil.example:6443" } }],
  ["another port in Host", 403, "Forbidden", "GET", "/api", { headers: { host: "127.0.0.1:80" } }],
  ["no Host", 403, "Forbidden", "GET", "/api", { headers: { host: undefined } }],
  ["a foreign Host at /healthz", 403, "Forbidden", "GET", "/healthz", { headers: { host: "evil" } }],
  ["any Origin", 403, "Forbidden", "GET", "/api", { headers: { origin: "https://127.0.0.1:6443" } }],
  ["the Origin null", 403, "Forbidden", "GET", "/api", { headers: { origin: "null" } }],
  ["an unknown path", 404, "NotFound", "GET", "/nothing"],
  ["POST to OpenAPI v2", 404, "NotFound", "POST", "/openapi/v2"],
  ["another kind", 404, "NotFound", "GET", "/api/v1/namespaces/default/pods"],
  ["another group", 404, "NotFound", "GET", "/apis/apps/v1/deployments"],
  ["another version", 404, "NotFound", "GET", "/apis/tocsin.dev/v1/agents"],
  ["an object without its namespace", 404, "NotFound", "GET", "/api/v1/secrets/a"],
  ["a status that is no subresource", 404, "NotFound", "GET", "/api/v1/namespaces/default/status"],
  ["another subresource", 404, "NotFound", "GET", `${TEAMS}/a/scale`],
  ["an empty segment", 404, "NotFound", "GET", "/api/v1/namespaces//secrets"],
  ["a path that can't be decoded", 404, "NotFound", "GET", `${TEAMS}/%zz`],
  ["POST to all namespaces", 405, "MethodNotAllowed", "POST", "/api/v1/secrets"],
  ["POST to an object", 405, "MethodNotAllowed", "POST", `${TEAMS}/a`],
  ["PUT to a collection", 405, "MethodNotAllowed", "PUT", TEAMS],
  ["DELETE of a collection", 405, "MethodNotAllowed", "DELETE", TEAMS],
  ["DELETE of a status", 405, "MethodNotAllowed", "DELETE", `${TEAMS}/a/status`],
  ["a method from afar", 405, "MethodNotAllowed", "PROPFIND", TEAMS],
  ["POST to a document", 404, "NotFound", "POST", "/version"],
  ["protobuf alone, on a list", 406, "NotAcceptable", "GET", TEAMS, { headers: { accept: PROTOBUF } }],
  ["protobuf alone, on a document", 406, "NotAcceptable", "GET", "/api", { headers: { accept: PROTOBUF } }],
];

for (const [name, code, reason, method, path, asked] of REFUSED) {
  test(`refuses ${name} with ${code}`, async () => {
    const answer = await api.json(method, path, asked);
    assert.is(answer.code, code);
    const { kind, apiVersion, status, message, ...rest } = answer.body;
    assert.equal([kind, apiVersion, status], ["Status", "v1", "Failure"]);
    assert.equal([rest.reason, rest.code], [reason, code]);
    assert.type(message, "string");
  });
}

test("answers one and the same to a missing, a wrong and a malformed token", async () => {
  const answers = [];
  for (const authorization of [undefined, "Bearer wrong", "Bearer", "right-token", "Bearer right-token x"]) {
    const response = await api.ask("GET", "/api", { headers: { authorization } });
    answers.push([response.status, response.headers.get("WWW-Authenticate"), await response.text()]);
  }
  assert.is(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
});

test("takes any of the loopback's names as its own", async () => {
  for (const host of ["127.0.0.1:6443", "localhost:6443", "LOCALHOST:6443", "[::1]:6443"]) {
    assert.is((await api.ask("GET", "/version", { headers: { host } })).status, 200, host);
  }
});

test("says without a token that it serves, and nothing else", async () => {
  for (const path of ["/healthz", "/livez", "/readyz"]) {
    const response = await api.ask("GET", path, { headers: { authorization: undefined } });
    assert.equal([response.status, await response.text()], [200, "ok"]);
  }
});

test("says which methods would be allowed", async () => {
  assert.is((await api.ask("PUT", TEAMS)).headers.get("Allow"), "GET, POST");
});

test("answers HEAD like GET, without a body, and never with a watch", async () => {
  const response = await api.ask("HEAD", `${TEAMS}?watch=true`);
  assert.equal([response.status, await response.text()], [200, ""]);
});

test("answers 500 to what nobody has foreseen, logs it, and tells nothing of it", async () => {
  api.store.list = () => Promise.reject(new Error("the disk said: secret"));
  const { code, body } = await api.json("GET", TEAMS);
  assert.equal([code, body.reason], [500, "InternalError"]);
  assert.not.match(body.message, "secret");
  assert.is(api.logger.lines.filter(({ level }) => level === "error").length, 1);
});

test("answers 503 with Retry-After while the store is closed", async () => {
  await api.store.close();
  const response = await api.ask("GET", TEAMS);
  assert.equal([response.status, response.headers.get("Retry-After")], [503, "1"]);
});

test("bounds a body by what the API server takes", () => {
  assert.is(DEFAULT_API_LIMITS.maxBodyBytes, 3 * 1_024 * 1_024);
});

test.run();
