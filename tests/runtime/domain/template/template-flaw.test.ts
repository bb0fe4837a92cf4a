import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  describeFlaw,
  excerpt,
  flawAt,
  isFlaw,
  TemplateFlawCode,
} from "../../../../runtime/domain/template/template-flaw.ts";

const test = suite("flawAt");

const places: readonly (readonly [source: string, at: string, line: number, column: number])[] = [
  ["X", "X", 1, 1],
  ["abX", "X", 1, 3],
  ["a\nbX", "X", 2, 2],
  ["a\n\n\nX", "X", 4, 1],
  ["a\r\nbX", "X", 2, 2],
  ["a\rbX", "X", 1, 4],
  ["\u{1F514}X", "X", 1, 2],
  ["X\nY", "X", 1, 1],
];

for (const [source, at, line, column] of places)
  test(`counts lines and characters from 1: ${JSON.stringify(source)}`, () => {
    const start = source.indexOf(at);
    const flaw = flawAt(source, { start, end: start + 1 }, TemplateFlawCode.syntax, "wrong");
    assert.equal([flaw.line, flaw.column], [line, column]);
    assert.is(describeFlaw(flaw), `line ${line}, column ${column}: wrong`);
    assert.ok(isFlaw(flaw));
  });

test("tells a flaw from another result", () => {
  assert.not.ok(isFlaw({ kind: "text" }));
  assert.not.ok(isFlaw(undefined));
});

test.run();

const excerpts = suite("excerpt");
const quote = (source: string) => excerpt(source, { start: 0, end: source.length });

excerpts("quotes on one line", () => assert.is(quote(" .a\n\t | upper "), ".a | upper"));
excerpts("hides what can't be printed", () => assert.is(quote("a\u001b[31m\ud800"), "a\ufffd[31m\ufffd"));
excerpts("shortens without cutting a character in two", () => {
  assert.is(quote("x".repeat(80)), "x".repeat(80));
  assert.is(quote("\u{1F514}".repeat(81)), `${"\u{1F514}".repeat(80)}…`);
  assert.is(quote(`a${" ".repeat(10_000)}b`), "a…");
});

excerpts.run();
