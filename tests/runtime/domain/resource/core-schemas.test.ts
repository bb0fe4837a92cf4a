import { suite } from "uvu";
import * as assert from "uvu/assert";
import { admitCreate, admitReplace } from "../../../../runtime/domain/resource/admit.ts";
import {
  MAX_SECRET_BYTES,
  NamespaceSchema,
  SecretSchema,
} from "../../../../runtime/domain/resource/core-schemas.ts";

const test = suite("SecretSchema");
const birth = { uid: "u-1", creationTimestamp: "2026-01-01T00:00:00Z" };
const metadata = { name: "s", namespace: "default" };
const secret = (fields: object) => admitCreate(SecretSchema, { metadata, ...fields }, birth);
const base64 = (bytes: number) => Buffer.alloc(bytes, 7).toString("base64");

for (const text of ["", "YQ==", "YWI=", "YWJj", "+/+/"]) {
  test(`takes ${JSON.stringify(text)} as data`, () => assert.ok(secret({ data: { a: text } }).object));
}
for (const text of ["a", "YQ", "YQ=", "Y===", "YW Jj", "YWJj\n", "_-_-"]) {
  test(`refuses ${JSON.stringify(text)} as data`, () => {
    assert.equal(
      secret({ data: { a: text } }).flaws?.map(({ field }) => field),
      ["data.a"],
    );
  });
}

test("takes a mebibyte of data and not a byte more", () => {
  const half = MAX_SECRET_BYTES / 2;
  assert.ok(secret({ data: { a: base64(half), b: base64(half) } }).object);
  assert.ok(secret({ data: { a: base64(half), b: base64(half + 1) } }).flaws);
});

test("reports a text that is none under data", () => {
  assert.equal(
    secret({ stringData: { a: 5 } }).flaws?.map(({ field }) => field),
    ["data.a"],
  );
});

test("drops null texts, and leaves data alone without texts", () => {
  assert.equal(secret({ data: { a: "" }, stringData: { b: null } }).object?.["data"], { a: "" });
  assert.equal(secret({ data: { a: "" }, stringData: null }).object?.["data"], { a: "" });
});

test("keeps what is immutable as it is", () => {
  const { object: old } = secret({ data: { a: "" }, immutable: true });
  if (old === undefined) throw new Error("refused");
  const replace = (more: object) => admitReplace(SecretSchema, { ...old, ...more }, old);
  assert.ok(replace({ metadata: { ...metadata, labels: { a: "b" } } }).object);
  assert.ok(replace({ data: { a: "YQ==" } }).flaws);
  assert.ok(replace({ immutable: false }).flaws);
});

test("takes a mebibyte in one value", () => {
  assert.ok(secret({ data: { a: base64(MAX_SECRET_BYTES) } }).object);
});

test("lets nobody change the phase of a namespace", () => {
  const draft = { metadata: { name: "n" }, status: { phase: "Terminating" } };
  const { object: old } = admitCreate(NamespaceSchema, draft, birth);
  if (old === undefined) throw new Error("refused");
  assert.equal(old["status"], { phase: "Active" });
  const ending = { ...old, status: { phase: "Terminating" } };
  assert.is(admitReplace(NamespaceSchema, old, ending).object, ending);
});

test("makes every new namespace Active, whatever it says", () => {
  const { object } = admitCreate(NamespaceSchema, { metadata: { name: "n" }, spec: {}, status: {} }, birth);
  assert.equal(object?.["status"], { phase: "Active" });
  assert.is(object?.["spec"], undefined);
});

test.run();
