import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentTeamResource } from "../../../../lib/api/agent-team.ts";
import { NamespaceType, SecretType } from "../../../../lib/api/core-types.ts";
import { ProtobufError } from "../../../../runtime/http/api/protobuf-message.ts";
import {
  isReadFromProtobuf,
  PROTOBUF,
  readProtobufObject,
} from "../../../../runtime/http/api/read-protobuf-object.ts";
import { TestApi } from "../../../support/test-api.ts";

/** What `kubectl create namespace demo` sent (kubectl 1.32.4). */
const NAMESPACE = Buffer.from(
  "6b3873000a0f0a02763112094e616d657370616365121c0a140a0464656d6f12001a0022002a003200380042001200" +
    "1a020a001a002200",
  "hex",
);

/** A field whose value has a length. */
function field(number: number, ...contents: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((each) => Buffer.from(each as string)));
  return Buffer.concat([Buffer.of((number << 3) | 2, content.length), content]);
}

const envelope = (kind: string, raw: Buffer) =>
  Buffer.concat([Buffer.from("k8s\0"), field(1, field(1, "v1"), field(2, kind)), field(2, raw)]);

const SECRET = envelope(
  "Secret",
  Buffer.concat([
    field(1, field(1, "s"), field(11, field(1, "a"), field(2, "b"))),
    field(2, field(1, "key"), field(2, Buffer.from([0xff, 0x00]))),
    field(2, field(1, "empty")),
    field(3, "Opaque"),
    Buffer.of((5 << 3) | 0, 1),
    Buffer.of((9 << 3) | 5, 1, 2, 3, 4),
  ]),
);

const test = suite("readProtobufObject");

test("reads the namespace that kubectl create sends", () => {
  assert.equal(readProtobufObject(NAMESPACE, NamespaceType), {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "demo" },
  });
});

test("reads a Secret with labels, binary data and a flag, and passes over what it does not know", () => {
  assert.equal(readProtobufObject(SECRET, SecretType), {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "s", labels: { a: "b" } },
    data: { key: "/wA=", empty: "" },
    type: "Opaque",
    immutable: true,
  });
});

test("never fails but with its own error, whatever the bytes", () => {
  const cutOrChanged = fc
    .tuple(fc.nat(SECRET.length - 1), fc.nat(255), fc.boolean())
    .map(([at, byte, isCut]) => {
      const bytes = Buffer.from(isCut ? SECRET.subarray(0, at) : SECRET);
      if (!isCut) bytes[at] = byte;
      return bytes;
    });
  const random = fc
    .uint8Array({ maxLength: 200 })
    .map((bytes) => Buffer.concat([Buffer.from("k8s\0"), bytes]));
  fc.assert(
    fc.property(fc.oneof(cutOrChanged, random), (bytes) => {
      try {
        readProtobufObject(bytes, SecretType);
      } catch (error) {
        assert.instance(error, ProtobufError);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("is what the API reads kubectl's namespaces with", async () => {
  const api = await TestApi.start();
  const asked = { body: NAMESPACE, headers: { "content-type": PROTOBUF } };
  assert.is((await api.json("POST", "/api/v1/namespaces?fieldValidation=Strict", asked)).code, 201);
  const bad = { ...asked, body: NAMESPACE.subarray(0, 20) };
  assert.is((await api.json("POST", "/api/v1/namespaces", bad)).code, 400);
  const wrongKind = { ...asked, body: SECRET };
  assert.is((await api.json("POST", "/api/v1/namespaces", wrongKind)).code, 400);
  await api.close();
});
test.run();

const kindTest = suite("isReadFromProtobuf");

kindTest("holds for what kubectl create sends in no other form", () => {
  assert.equal([SecretType, NamespaceType, AgentTeamResource].map(isReadFromProtobuf), [true, true, false]);
});
kindTest.run();
