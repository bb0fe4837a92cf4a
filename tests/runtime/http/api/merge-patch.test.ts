import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { JsonObject } from "../../../../runtime/domain/resource/json-object.ts";
import { mergePatch } from "../../../../runtime/http/api/merge-patch.ts";

const test = suite("mergePatch");

/** Those of RFC 7396, appendix A, whose target and patch are objects. */
const RFC_CASES: readonly (readonly [target: JsonObject, patch: JsonObject, result: JsonObject])[] = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

for (const [target, patch, result] of RFC_CASES) {
  test(`makes ${JSON.stringify(result)} of ${JSON.stringify(target)} and ${JSON.stringify(patch)}`, () => {
    assert.equal(mergePatch(target, patch), result);
  });
}

test("treats __proto__ as a field like any other", () => {
  const merged = mergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}'));
  assert.is((merged as { polluted?: boolean }).polluted, undefined);
  assert.ok(Object.hasOwn(merged, "__proto__"));
  assert.is(({} as { polluted?: boolean }).polluted, undefined);
});

test("changes neither the target nor the patch", () => {
  const target = Object.freeze({ a: Object.freeze({ b: 1 }) });
  assert.equal(mergePatch(target, Object.freeze({ a: Object.freeze({ b: 2 }) })), { a: { b: 2 } });
  assert.equal(target, { a: { b: 1 } });
});

test("applied twice makes what it makes once", () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
  fc.assert(
    fc.property(object, object, (target, patch) => {
      const once = mergePatch(target, patch);
      assert.is(JSON.stringify(mergePatch(once, patch)), JSON.stringify(once));
    }),
    { numRuns: 300 },
  );
});

test.run();
