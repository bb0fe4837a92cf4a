import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { formatDuration } from "../../../../runtime/domain/duration/format-duration.ts";
import { parseDuration } from "../../../../runtime/domain/duration/parse-duration.ts";

/** What time.ParseDuration of Go 1.26 answers, in nanoseconds. */
const goReads: Readonly<Record<string, bigint>> = {
  "120s": 120_000_000_000n,
  "0": 0n,
  "+0": 0n,
  "-0": 0n,
  "0s": 0n,
  "1h30m": 5_400_000_000_000n,
  "1.5h": 5_400_000_000_000n,
  "10m": 600_000_000_000n,
  "1m1m": 120_000_000_000n,
  "1s1h": 3_601_000_000_000n,
  ".5s": 500_000_000n,
  "1.s": 1_000_000_000n,
  "-1m": -60_000_000_000n,
  "+5s": 5_000_000_000n,
  "-.5s": -500_000_000n,
  "1h2m3s4ms5us6ns": 3_723_004_005_006n,
  "1us": 1_000n,
  "1µs": 1_000n,
  "1μs": 1_000n,
  "1.5ns": 1n,
  "0.9ns": 0n,
  "39h9m14.425s": 140_954_425_000_000n,
  "9007199254.740993ms": 9_007_199_254_740_993n,
  "0.3333333333333333333h": 1_200_000_000_000n,
  "13.333333333333333333333m": 800_000_000_000n,
  "0.100000000000000000000h": 360_000_000_000n,
  "0.00000000000000000000000001h": 0n,
  "9223372036854775807ns": 9_223_372_036_854_775_807n,
  "-9223372036854775808ns": -9_223_372_036_854_775_808n,
  "2562047h47m16.854775807s": 9_223_372_036_854_775_807n,
};

/** What time.ParseDuration of Go 1.26 refuses, and the words with which the message must answer. */
const goRefuses: Readonly<Record<string, string>> = {
  "": "is not a duration",
  "+": "is not a duration",
  "-": "is not a duration",
  ".": "is not a duration",
  ".s": "is not a duration",
  s: "is not a duration",
  abc: "is not a duration",
  "--1s": "is not a duration",
  " 1s": "is not a duration",
  "3": "lacks a unit",
  "00": "lacks a unit",
  "0.0": "lacks a unit",
  "1h30": "lacks a unit",
  "1..5s": "lacks a unit",
  "1.5.5s": "lacks a unit",
  "1d": "a day is 24h",
  "2days": "a day is 24h",
  "1w": 'the unknown unit "w"',
  "1S": 'the unknown unit "S"',
  "1 s": 'the unknown unit " s"',
  "1s ": 'the unknown unit "s "',
  "1s\n": 'the unknown unit "s\\n"',
  "1e3s": 'the unknown unit "e"',
  "1h-5m": 'the unknown unit "h-"',
  "1,5s": 'the unknown unit ","',
  "9223372036854775808ns": "is too long",
  "-9223372036854775809ns": "is too long",
  "2562048h": "is too long",
  "99999999999999999999999s": "is too long",
};

const test = suite("parseDuration");

for (const [text, nanoseconds] of Object.entries(goReads)) {
  test(`reads ${JSON.stringify(text)} as Go does`, () => {
    const ms = Number(nanoseconds / 1_000_000n) + Number(nanoseconds % 1_000_000n) / 1e6;
    assert.equal(parseDuration(text), { ms });
  });
}

for (const [text, words] of Object.entries(goRefuses)) {
  test(`refuses ${JSON.stringify(text)} as Go does and says why`, () => {
    const { flaw = "" } = parseDuration(text);
    assert.ok(flaw.includes(words), `${flaw} lacks: ${words}`);
    assert.match(flaw, / (write|use) /);
  });
}

test("does not echo more of a long text than an excerpt", () => {
  assert.ok((parseDuration("x".repeat(10_000)).flaw ?? "").length < 200);
});

test("reads back what formatDuration writes, to the millisecond", () => {
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), (ms) => {
      assert.is(parseDuration(formatDuration(ms)).ms, ms);
    }),
  );
});

test.run();
