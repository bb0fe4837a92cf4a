import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { safeExcerpt } from "../../../../../runtime/domain/health/text/safe-excerpt.ts";

const test = suite("safeExcerpt");

test("quotes a short answer as it is, on one line", () => {
  assert.is(safeExcerpt("two\n words"), '"two words"');
});

test("cuts a long answer and says so", () => {
  const excerpt = safeExcerpt("word ".repeat(200));
  assert.ok(excerpt.length <= 64);
  assert.match(excerpt, /…"$/);
});

for (const secret of [
  "sk-a1",
  "Bearer abc",
  "api_key=hush",
  "token: hush",
  "AIzaSyA1",
  "0123456789abcdef0123",
]) {
  test(`takes ${secret} out`, () => {
    assert.not.match(safeExcerpt(`It is ${secret} now`), /a1|abc|hush|AIza|0123/);
  });
}

test("shows no part of a long key wherever the text is cut", () => {
  const key = "Zq7XkV93mTb2LpR8sWd4";
  const before = fc.string({ unit: fc.constantFrom("a ", "bc ", "x", "\n"), maxLength: 420 });
  fc.assert(
    fc.property(before, (text) => {
      return !safeExcerpt(`${text} ${key}`).includes(key.slice(0, 4));
    }),
  );
});

test.run();
