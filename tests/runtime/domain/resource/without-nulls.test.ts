import { suite } from "uvu";
import * as assert from "uvu/assert";
import { z } from "zod";
import { withoutNulls } from "../../../../runtime/domain/resource/without-nulls.ts";

const test = suite("withoutNulls");
const schema = z.object({
  text: z.string().optional(),
  map: z.record(z.string(), z.string()).optional(),
  list: z.array(z.object({ a: z.string().default("x") })).default([]),
  inner: z.object({ deep: z.object({ n: z.int().optional() }).optional() }).optional(),
});

const cases: readonly { readonly name: string; readonly value: unknown; readonly clean: unknown }[] = [
  { name: "drops a field that is null", value: { text: null, map: { a: "b" } }, clean: { map: { a: "b" } } },
  { name: "drops a field that is undefined", value: { text: undefined }, clean: {} },
  { name: "drops an entry of a map", value: { map: { a: null, b: "c" } }, clean: { map: { b: "c" } } },
  {
    name: "drops a field of a list's item",
    value: { list: [{ a: null }, { a: "b" }] },
    clean: { list: [{}, { a: "b" }] },
  },
  { name: "keeps a list's item", value: { list: [null] }, clean: { list: [null] } },
  { name: "drops deep inside", value: { inner: { deep: { n: null } } }, clean: { inner: { deep: {} } } },
  { name: "does not look into unknown fields", value: { other: { a: null } }, clean: { other: { a: null } } },
  { name: "does not take inherited names for fields", value: { toString: null }, clean: { toString: null } },
  {
    name: "leaves values of a wrong type alone",
    value: { map: [null], list: { a: null } },
    clean: { map: [null], list: { a: null } },
  },
];
for (const { name, value, clean } of cases) {
  test(name, () => {
    const before = structuredClone(value);
    assert.equal(withoutNulls(schema, value), clean);
    assert.equal(value, before);
  });
}

test("copies nothing where there is nothing to drop", () => {
  const value = { text: "a", map: { a: "b" }, list: [{ a: "b" }] };
  assert.is(withoutNulls(schema, value), value);
});

test("keeps up with unknown fields of any depth", () => {
  const depth = 100_000;
  const value = JSON.parse(`{"other":${"[".repeat(depth)}${"]".repeat(depth)}}`);
  assert.is(withoutNulls(schema, value), value);
});

test.run();
