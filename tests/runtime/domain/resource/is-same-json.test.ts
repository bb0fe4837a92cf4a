import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isSameJson } from "../../../../runtime/domain/resource/is-same-json.ts";

const test = suite("isSameJson");

test("finds a copy the same, in any order of its keys", () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, each]) => [key, reversed(each)]),
    );
  };
  fc.assert(fc.property(fc.jsonValue(), (value) => assert.ok(isSameJson(value, reversed(value)))));
});

test("agrees with a comparison of texts about two values", () => {
  const small = fc.jsonValue({ maxDepth: 1 });
  const sorted = (value: unknown) => JSON.stringify(value, (_, each) => sortKeys(each));
  fc.assert(
    fc.property(small, small, (one, other) =>
      assert.is(isSameJson(one, other), sorted(one) === sorted(other)),
    ),
  );
});

function sortKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const cases: readonly [unknown, unknown, boolean][] = [
  [{ a: undefined }, {}, true],
  [{}, { a: undefined }, true],
  [{ a: null }, {}, false],
  [[], {}, false],
  [null, {}, false],
  [[1], [1, 2], false],
  [{ a: 1 }, { b: 1 }, false],
  [{ toString: 1 }, {}, false],
  ["1", 1, false],
];
for (const [one, other, expected] of cases) {
  test(`says ${expected} of ${JSON.stringify(one)} and ${JSON.stringify(other)}`, () => {
    assert.is(isSameJson(one, other), expected);
    assert.is(isSameJson(other, one), expected);
  });
}

test.run();
