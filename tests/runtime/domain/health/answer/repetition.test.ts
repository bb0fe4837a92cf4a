import { suite } from "uvu";
import * as assert from "uvu/assert";
import { longestCommonSubsequence } from "../../../../../runtime/domain/health/answer/longest-common-subsequence.ts";
import { longestRepetitions, numbered } from "../../../../../runtime/domain/health/answer/repetition.ts";

const test = suite("longestRepetitions");
const found = (text: string) => longestRepetitions(numbered(text.split(" ")), 4);

test("gives equal units equal numbers", () => {
  assert.equal([...numbered(["a", "b", "a"])], [0, 1, 0]);
});

test("finds the longest stretch of each period", () => {
  assert.equal(found("x a b a b a b y"), [
    { period: 2, repeats: 3, length: 6 },
    { period: 4, repeats: 1, length: 6 },
  ]);
});

test("finds nothing where nothing repeats", () => assert.equal(found("a b c d"), []));

test("counts the words that two texts share in order", () => {
  assert.is(longestCommonSubsequence(["a", "b", "c"], ["x", "a", "c", "b"]), 2);
  assert.is(longestCommonSubsequence([], ["a"]), 0);
});

test.run();
