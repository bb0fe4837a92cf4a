import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { printable, printableLine } from "../../../../runtime/cli/views/printable.ts";

const CASES: readonly (readonly [name: string, text: string, shown: string])[] = [
  ["plain text", "naïve 日本語 👩‍👩‍👧", "naïve 日本語 👩‍👩‍👧"],
  ["tabs and newlines", "a\tb\nc", "a\tb\nc"],
  ["Windows' line ends, as newlines", "a\r\nb\rc", "a\nb\nc"],
  ["colours", "\x1b[31mred\x1b[0m", "red"],
  ["a cleared screen", "a\x1b[2J\x1b[Hb", "ab"],
  ["a window's title", "a\x1b]0;owned\x07b", "ab"],
  ["a clipboard", "a\x1b]52;c;aGk=\x1b\\b", "ab"],
  ["a link", "\x1b]8;;http://evil.example\x1b\\here\x1b]8;;\x1b\\", "here"],
  ["an eight-bit sequence", "a\x9b31mb", "ab"],
  ["an eight-bit title", "a\x9d0;owned\x9cb", "ab"],
  ["backspaces and bells", "safe\b\b\b\bevil\x07", "safeevil"],
  ["text turned round", "a\u202egpj.exe\u2066", "agpj.exe"],
  ["half a character", "a\ud800", "a\ufffd"],
];

const test = suite("printable");
for (const [name, text, shown] of CASES)
  test(`shows ${name} as it should be seen`, () => assert.is(printable(text), shown));

test("leaves nothing that a terminal obeys, whatever comes", () => {
  const text = fc.string({
    unit: fc.constantFrom("\x1b", "\x9b", "\x9d", "[", "]", "3", ";", "m", "\x07", "\\", "\r", "é", "\u202e"),
  });
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: "binary" })), (each) => {
      assert.not.match(printable(each), /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
    }),
  );
});
test.run();

const line = suite("printableLine");
line("puts everything on one line", () => {
  assert.is(printableLine("  a\n\n\tb \x1b[1mc\x1b[0m\r\nd "), "a b c d");
});
line.run();
