import { suite } from "uvu";
import * as assert from "uvu/assert";
import { meets, type Requirement } from "../../../../runtime/domain/selector/selector.ts";

const values = new Map([
  ["tier", "a"],
  ["role", ""],
]);
const isMet = (...requirements: Requirement[]) => meets(requirements, (key) => values.get(key));
const need = (key: string, operator: Requirement["operator"], ...wanted: string[]): Requirement => ({
  key,
  operator,
  values: wanted,
});

const test = suite("meets");

const cases: [name: string, requirement: Requirement, is: boolean][] = [
  ["one of the wanted values", need("tier", "in", "b", "a"), true],
  ["none of the wanted values", need("tier", "in", "b"), false],
  ["an absent value that should be one of some", need("other", "in", "a"), false],
  ["a value that should not be", need("tier", "notIn", "a"), false],
  ["an absent value that should not be", need("other", "notIn", "a"), true],
  ["an empty value that should exist", need("role", "exists"), true],
  ["an absent value that should exist", need("other", "exists"), false],
  ["a value that should be absent", need("role", "doesNotExist"), false],
  ["a value that is absent as it should be", need("other", "doesNotExist"), true],
];
for (const [name, requirement, is] of cases) {
  test(`${is ? "takes" : "refuses"} ${name}`, () => assert.is(isMet(requirement), is));
}

test("wants all requirements met, and takes everything where there is none", () => {
  assert.ok(isMet());
  assert.ok(isMet(need("tier", "exists"), need("other", "doesNotExist")));
  assert.not.ok(isMet(need("tier", "exists"), need("other", "exists")));
});

test.run();
