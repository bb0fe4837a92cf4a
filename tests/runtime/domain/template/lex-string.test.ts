import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lexString } from "../../../../runtime/domain/template/lex-string.ts";

const test = suite("lexString");

const values: readonly (readonly [written: string, value: string])[] = [
  ['""', ""],
  ["\"plain 'text' `x` }}\"", "plain 'text' `x` }}"],
  [String.raw`"\a\b\f\n\r\t\v\\\""`, '\u0007\b\f\n\r\t\v\\"'],
  [String.raw`"\x41\101\u00e9\U0001F514"`, "AAé\u{1F514}"],
  [String.raw`"\x7f\177\000"`, "\u007f\u007f\u0000"],
  ['"\u2028\ud800"', "\u2028\ud800"],
];

for (const [written, value] of values)
  test(`reads ${JSON.stringify(written)}`, () =>
    assert.equal(lexString(`${written} x"`, 0), {
      kind: "literal",
      value,
      span: { start: 0, end: written.length },
    }));

const refused: readonly (readonly [why: string, written: string, column: number])[] = [
  ["no closing quote", '"abc', 1],
  ["a new line inside", '"ab\nc"', 1],
  ["a backslash at the end", '"ab\\', 4],
  ["an unknown escape", String.raw`"\q"`, 2],
  ["an escaped single quote", String.raw`"a\'b"`, 3],
  ["a short escape", String.raw`"\x4"`, 2],
  ["a byte that is no character", String.raw`"\xff"`, 2],
  ["an octal byte that is no character", String.raw`"\377"`, 2],
  ["half a surrogate pair", String.raw`"\ud800"`, 2],
  ["a code point beyond Unicode", String.raw`"\U00110000"`, 2],
];

for (const [why, written, column] of refused)
  test(`refuses ${why}`, () => {
    const flaw = lexString(written, 0);
    assert.is(flaw.kind === "flaw" ? flaw.column : undefined, column);
  });

test.run();
