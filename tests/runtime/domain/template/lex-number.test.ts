import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lexNumber } from "../../../../runtime/domain/template/lex-number.ts";

const test = suite("lexNumber");

const values: readonly (readonly [written: string, value: number])[] = [
  ["0", 0],
  ["-3", -3],
  ["+7", 7],
  ["1.50", 1.5],
  ["1e3", 1_000],
  ["2E-2", 0.02],
  ["1e+2", 100],
  ["9007199254740991", Number.MAX_SAFE_INTEGER],
];

for (const [written, value] of values)
  test(`reads ${written}`, () =>
    assert.equal(lexNumber(`${written}) 1`, 0), {
      kind: "literal",
      value,
      span: { start: 0, end: written.length },
    }));

const refused: readonly (readonly [written: string, message: RegExp])[] = [
  ["-", /a lone sign is no value/],
  ["+", /a lone sign is no value/],
  ["010", /not decimal/],
  ["0x1F", /not decimal/],
  ["1_000", /not decimal/],
  ["1.", /not decimal/],
  ["1.2.3", /not decimal/],
  ["12ab", /not decimal/],
  ["1e", /not decimal/],
  ["--1", /a lone sign/],
  ["9007199254740992", /too large/],
  ["1e400", /too large/],
];

for (const [written, message] of refused)
  test(`refuses ${written}`, () => {
    const flaw = lexNumber(`{{ ${written} }}`, 3);
    if (flaw.kind !== "flaw") throw new Error("not refused");
    assert.match(flaw.message, message);
    assert.is(flaw.column, 4);
  });

test.run();
