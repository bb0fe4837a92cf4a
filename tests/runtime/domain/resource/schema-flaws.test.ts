import { suite } from "uvu";
import * as assert from "uvu/assert";
import { z } from "zod";
import { fieldPath, schemaFlaws } from "../../../../runtime/domain/resource/schema-flaws.ts";

const test = suite("schemaFlaws");
const schema = z.object({
  text: z.string(),
  choice: z.enum(["a", "b"]).optional(),
  whole: z.int().min(1).max(9).optional(),
  list: z.array(z.boolean()).min(1).max(2).optional(),
  map: z.record(z.string(), z.string()).optional(),
  ruled: z
    .string()
    .refine((value) => value === "x", "must be x")
    .optional(),
});

const cases: readonly [value: object, field: string, reason: string, message: string][] = [
  [{}, "text", "FieldValueRequired", "Required value"],
  [{ text: 1 }, "text", "FieldValueTypeInvalid", "Invalid value: 1: must be of type string"],
  [{ choice: "c" }, "choice", "FieldValueNotSupported", 'Unsupported value: "c": supported values: "a", "b"'],
  [{ whole: 1.5 }, "whole", "FieldValueTypeInvalid", "Invalid value: 1.5: must be of type integer"],
  [{ whole: 10 }, "whole", "FieldValueInvalid", "Invalid value: 10: must be at most 9"],
  [{ whole: 0 }, "whole", "FieldValueInvalid", "Invalid value: 0: must be at least 1"],
  [{ list: [] }, "list", "FieldValueInvalid", 'Invalid value: "array": must have at least 1 items'],
  [{ list: [true, true, true] }, "list", "FieldValueTooMany", "Too many: 3: must have at most 2 items"],
  [{ list: [true, "x"] }, "list[1]", "FieldValueTypeInvalid", 'Invalid value: "x": must be of type boolean'],
  [{ map: { k: 2 } }, "map.k", "FieldValueTypeInvalid", "Invalid value: 2: must be of type string"],
  [{ map: [] }, "map", "FieldValueTypeInvalid", 'Invalid value: "array": must be of type object'],
  [{ ruled: "y" }, "ruled", "FieldValueInvalid", 'Invalid value: "y": must be x'],
];
for (const [value, field, reason, message] of cases) {
  test(`says of ${JSON.stringify(value)}: ${message}`, () => {
    const whole = { text: "t", ...value };
    const given = field === "text" ? value : whole;
    const { error } = schema.safeParse(given);
    if (error === undefined) throw new Error("it is valid");
    assert.equal(schemaFlaws(error, given, false), [{ field, reason, message }]);
  });
}

test("hides the value of a secret, and shows a long one in part", () => {
  const value = { text: "t", ruled: "🔔".repeat(500) };
  const { error } = schema.safeParse(value);
  if (error === undefined) throw new Error("it is valid");
  assert.is(schemaFlaws(error, value, true)[0]?.message, 'Invalid value: "<hidden>": must be x');
  const message = schemaFlaws(error, value, false)[0]?.message ?? "";
  assert.ok(message.length < 100 && message.isWellFormed(), message);
});

test("writes paths as the API server does", () => {
  assert.is(fieldPath(["spec", "targets", 0, "input", "key"]), "spec.targets[0].input.key");
  assert.is(fieldPath([]), "");
});

test.run();
