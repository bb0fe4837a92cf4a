import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { instant, name, patterned, stringMap, text, whole } from "../../../lib/api/fields.ts";

const test = suite("text");
const takes = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

test("counts code points, as the API server does", () => {
  const character = fc.constantFrom("a", "é", "🔔", "\u{10ffff}", "\ud800");
  fc.assert(
    fc.property(fc.array(character, { maxLength: 12 }), (characters) => {
      const given = characters.join("");
      const length = [...given].length;
      assert.is(takes(text(5), given), length <= 5);
      assert.is(takes(text(9, 1), given), length >= 1 && length <= 9);
      assert.is(takes(patterned("", 5), given), length <= 5);
    }),
  );
});

test("takes nothing but texts", () => {
  for (const value of [1, null, undefined, {}, [], true]) assert.not(takes(text(5), value));
});

test("takes names that are DNS labels", () => {
  for (const good of ["a", "0", "a-b", "a".repeat(63)]) assert.ok(takes(name(), good), good);
  for (const bad of ["", "A", "a.b", "-a", "a-", "a\n", "a".repeat(64)]) assert.not(takes(name(), bad), bad);
});

test("takes whole numbers within their bounds", () => {
  for (const good of [1, 5, 9, 2.0]) assert.ok(takes(whole(1, 9), good));
  for (const bad of [0, 10, 1.5, "1", Number.NaN, Number.POSITIVE_INFINITY])
    assert.not(takes(whole(1, 9), bad));
});

test("takes instants of RFC 3339", () => {
  const good = ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.123456789Z", "2026-01-02T03:04:05-11:30"];
  const bad = [
    "2026-01-02",
    "2026-01-02T03:04:05",
    "2026-13-02T03:04:05Z",
    "2026-01-02 03:04:05Z",
    "now",
    "",
  ];
  for (const value of good) assert.ok(takes(instant(), value), value);
  for (const value of bad) assert.not(takes(instant(), value), value);
});

test("bounds the entries of a map and their length", () => {
  const schema = stringMap(2, 3, 1);
  for (const good of [{ a: "" }, { a: "abc", b: "🔔🔔🔔" }]) assert.ok(takes(schema, good));
  for (const bad of [{}, { a: "", b: "", c: "" }, { a: "abcd" }, { a: 1 }, [], "a"])
    assert.not(takes(schema, bad));
});

test.run();
