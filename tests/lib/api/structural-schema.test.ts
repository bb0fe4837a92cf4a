import { suite } from "uvu";
import * as assert from "uvu/assert";
import { z } from "zod";
import { instant, name, stringMap, text, whole } from "../../../lib/api/fields.ts";
import { structuralSchema } from "../../../lib/api/structural-schema.ts";

const test = suite("structuralSchema");

for (const [what, schema, expected] of [
  ["a text with its bounds", text(5, 1), { type: "string", maxLength: 5, minLength: 1 }],
  ["a name", name(), { type: "string", maxLength: 63, pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" }],
  ["an instant", instant(), { type: "string", format: "date-time" }],
  ["a small integer", whole(1, 9), { type: "integer", format: "int32", minimum: 1, maximum: 9 }],
  [
    "a large integer",
    whole(0, Number.MAX_SAFE_INTEGER),
    { type: "integer", format: "int64", minimum: 0, maximum: 9007199254740991 },
  ],
  ["a closed set", z.enum(["a", "b"]), { type: "string", enum: ["a", "b"] }],
  [
    "a map",
    stringMap(3, 9, 1),
    {
      type: "object",
      additionalProperties: { type: "string", maxLength: 9 },
      maxProperties: 3,
      minProperties: 1,
    },
  ],
  [
    "a list with map keys",
    z.array(name()).max(2).meta({ "x-kubernetes-list-type": "map" }),
    {
      type: "array",
      items: { type: "string", maxLength: 63, pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" },
      maxItems: 2,
      "x-kubernetes-list-type": "map",
    },
  ],
] as const) {
  test(`keeps ${what}`, () => {
    assert.equal(structuralSchema(schema), expected);
  });
}

test("requires what has neither a default nor leave to be absent", () => {
  const schema = z.object({
    must: z.boolean().describe("Must."),
    may: z.boolean().optional().describe("May."),
    has: z.boolean().default(true).describe("Has."),
  });
  assert.equal(structuralSchema(schema), {
    type: "object",
    required: ["must"],
    properties: {
      must: { type: "boolean", description: "Must." },
      may: { type: "boolean", description: "May." },
      has: { type: "boolean", description: "Has.", default: true },
    },
  });
});

test("writes a schema that is used twice where it is used", () => {
  const shared = z.object({ a: z.boolean() });
  assert.not.match(JSON.stringify(structuralSchema(z.object({ x: shared, y: shared }))), /\$ref/);
});

test("refuses what JSON can't say", () => {
  assert.throws(() => structuralSchema(z.bigint()), /cannot be represented/);
});

test.run();
