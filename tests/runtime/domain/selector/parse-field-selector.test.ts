import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseFieldSelector } from "../../../../runtime/domain/selector/parse-field-selector.ts";

const test = suite("parseFieldSelector");
const supported = ["metadata.name", "reason"];
const is = (key: string, value: string) => ({ key, operator: "in" as const, values: [value] });
const isNot = (key: string, value: string) => ({ key, operator: "notIn" as const, values: [value] });

const parsed: readonly [selector: string, requirements: readonly unknown[]][] = [
  ["", []],
  ["metadata.name=a", [is("metadata.name", "a")]],
  ["metadata.name==a", [is("metadata.name", "a")]],
  ["metadata.name!=a", [isNot("metadata.name", "a")]],
  ["metadata.name=", [is("metadata.name", "")]],
  ["metadata.name=a,reason!=b", [is("metadata.name", "a"), isNot("reason", "b")]],
  ["metadata.name=a,", [is("metadata.name", "a")]],
  ["reason=a b", [is("reason", "a b")]],
  ["reason=a\\,b\\=c\\\\d", [is("reason", "a,b=c\\d")]],
];
for (const [selector, requirements] of parsed) {
  test(`parses ${JSON.stringify(selector)}`, () => {
    assert.equal(parseFieldSelector(selector, supported), { requirements });
  });
}

const flawed: readonly [selector: string, flaw: string][] = [
  ["spec.x=y", "field label not supported: spec.x"],
  ["metadata.name", "invalid field selector"],
  ["=a", "invalid field selector"],
  ["metadata.name=a=b", "invalid field selector"],
  ["metadata.name=a\\b", "invalid field selector"],
  ["metadata.name=a,reason=b\\", "invalid field selector"],
  ["metadata.name in (a)", "invalid field selector"],
  ["metadata.name===a", "invalid field selector"],
  ["x".repeat(20_000), "may not be longer"],
  [Array.from({ length: 65 }, () => "reason=a").join(), "more than 64"],
];
for (const [selector, flaw] of flawed) {
  test(`finds a flaw in ${JSON.stringify(selector).slice(0, 40)}`, () => {
    assert.match(parseFieldSelector(selector, supported).flaw ?? "", flaw);
  });
}

test.run();
