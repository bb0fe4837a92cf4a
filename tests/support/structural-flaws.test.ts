import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type SchemaNode, structuralFlaws } from "./structural-flaws.ts";

const test = suite("structuralFlaws");

const withSpec = (spec: SchemaNode): SchemaNode => ({
  type: "object",
  properties: { metadata: { type: "object" }, spec },
});

test("has nothing against a structural schema", () => {
  assert.equal(structuralFlaws(withSpec({ type: "object", properties: { a: { type: "string" } } })), []);
});

for (const [flaw, spec] of [
  [".spec: type undefined is not one of object, array, string, integer, boolean", {}],
  [".spec: anyOf has no place in type string", { type: "string", anyOf: [] }],
  [".spec: an array needs items", { type: "array" }],
  [
    ".spec: properties and additionalProperties exclude each other",
    { type: "object", properties: { a: { type: "string" } }, additionalProperties: { type: "string" } },
  ],
  [".spec: required b is no property", { type: "object", properties: {}, required: ["b"] }],
  [".spec: default is string, not integer", { type: "integer", default: "1" }],
  [
    ".spec: default has b, which is no property and would be pruned",
    { type: "object", properties: {}, default: { b: 1 } },
  ],
  [
    ".spec: map key k must be required or have a default",
    {
      type: "array",
      items: { type: "object", properties: { k: { type: "string" } } },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["k"],
    },
  ],
  [
    ".spec: a validation's message must be one line",
    { type: "string", "x-kubernetes-validations": [{ rule: "true", message: "" }] },
  ],
] satisfies [string, SchemaNode][]) {
  test(`finds "${flaw}"`, () => {
    assert.equal(structuralFlaws(withSpec(spec)), [flaw]);
  });
}

test("finds a pattern that Go does not know", () => {
  assert.match(structuralFlaws(withSpec({ type: "string", pattern: "a(?=b)" }))[0] ?? "", /is not RE2/);
});

test("finds that metadata is described", () => {
  const root = { type: "object", properties: { metadata: { type: "object", description: "Text." } } };
  assert.equal(structuralFlaws(root), ['.metadata: must be {"type":"object"} and no more']);
});

test.run();
