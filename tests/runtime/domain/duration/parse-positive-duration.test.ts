import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parsePositiveDuration } from "../../../../runtime/domain/duration/parse-positive-duration.ts";

const test = suite("parsePositiveDuration");

test("reads what is above zero, however short", () => {
  assert.equal(parsePositiveDuration("60s"), { ms: 60_000 });
  assert.equal(parsePositiveDuration("1ns"), { ms: 1e-6 });
});

for (const text of ["0", "0s", "-5s", "-0", "0.1ns"]) {
  test(`refuses ${text}`, () => {
    assert.is(
      parsePositiveDuration(text).flaw,
      `"${text}" is not above zero: write a duration such as 60s or 5m`,
    );
  });
}

test("passes on what is wrong with text that is no duration", () => {
  assert.match(parsePositiveDuration("120").flaw ?? "", "lacks a unit");
});

test.run();
