import { suite } from "uvu";
import * as assert from "uvu/assert";
import { expectIsInvalid, MAX_PATTERN_LENGTH } from "../../../../runtime/domain/health/expect-is-invalid.ts";

const test = suite("expectIsInvalid");

test("takes each kind of expectation", () => {
  for (const expect of [{ equals: "OK" }, { contains: "OK" }, { pattern: "(?i)^ok$" }])
    assert.is(expectIsInvalid(expect), undefined);
});

test("wants exactly one of them", () => {
  assert.match(expectIsInvalid({}) ?? "", /exactly one/);
  assert.match(expectIsInvalid({ equals: "a", contains: "b" }) ?? "", /exactly one/);
});

for (const pattern of ["(", "(?=a)", "(a)\\1", "a{2000}", "a".repeat(MAX_PATTERN_LENGTH + 1)]) {
  test(`refuses the pattern ${pattern.slice(0, 10)} and names the field`, () => {
    assert.match(expectIsInvalid({ pattern }) ?? "", /^expect\.pattern is not a valid RE2 expression: /);
  });
}

test.run();
