import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { displayWidth } from "../../../../runtime/cli/views/display-width.ts";
import { wrapText } from "../../../../runtime/cli/views/wrap-text.ts";

const test = suite("wrapText");

test("breaks lines at blanks", () => {
  assert.equal(wrapText("the quick brown fox jumps", 16), ["the quick brown", "fox jumps"]);
});

test("cuts a word that is longer than a line", () => {
  assert.equal(wrapText("see 0123456789012345678", 16), ["see", "0123456789012345", "678"]);
});

test("keeps newlines, and breaks nothing where there is no width", () => {
  assert.equal(wrapText(" a long line that stays\n\nb\r\n"), ["a long line that stays", "", "b"]);
});

test("fits every line, and loses nothing but blanks", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.integer({ min: 16, max: 60 }),
      (text, width) => {
        const lines = wrapText(text, width);
        for (const line of lines) assert.ok(displayWidth(line) <= width, line);
        const solid = (each: string) => each.replace(/\s/g, "");
        assert.is(solid(lines.join("")), solid(wrapText(text).join("")));
      },
    ),
  );
});

test.run();
