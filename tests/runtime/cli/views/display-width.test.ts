import { suite } from "uvu";
import * as assert from "uvu/assert";
import { displayWidth, fitWidth, padWidth } from "../../../../runtime/cli/views/display-width.ts";

const WIDTHS: readonly (readonly [text: string, width: number])[] = [
  ["", 0],
  ["plain", 5],
  ["naïve", 5],
  ["nai\u0308ve", 5],
  ["日本", 4],
  ["한국", 4],
  ["👩‍👩‍👧", 2],
  ["✔ done", 6],
  ["✅", 2],
  ["a\u200bb", 2],
];

const width = suite("displayWidth");
for (const [text, columns] of WIDTHS)
  width(`counts ${columns} columns for "${text}"`, () => assert.is(displayWidth(text), columns));
width.run();

const fit = suite("fitWidth");
fit("leaves what fits", () => assert.is(fitWidth("日本", 4), "日本"));
fit("cuts with an ellipsis within the width", () => assert.is(fitWidth("a long line", 7), "a long…"));
fit("cuts no wide character in two", () => assert.is(fitWidth("日本語", 4), "日…"));
fit("shows nothing in no width", () => assert.is(fitWidth("a", 0), ""));
fit.run();

const pad = suite("padWidth");
pad("fills up to the width that is seen", () => assert.is(padWidth("日", 4), "日  "));
pad("leaves what is longer", () => assert.is(padWidth("longer", 3), "longer"));
pad.run();
