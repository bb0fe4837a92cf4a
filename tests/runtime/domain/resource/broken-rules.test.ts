import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Rule, rule } from "../../../../lib/api/rule.ts";
import { brokenRules } from "../../../../runtime/domain/resource/broken-rules.ts";

const test = suite("brokenRules");

function positive(...path: string[]): Rule {
  return rule<number>({ path, cel: "self > 0", message: "must be positive", holds: (self) => self > 0 });
}

function immutable(...path: string[]): Rule {
  return rule<unknown>({
    path,
    cel: "self == oldSelf",
    message: "is immutable",
    holds: (self, oldSelf) => self === oldSelf,
  });
}

const fieldsOf = (rules: readonly Rule[], object: object, old?: object) =>
  brokenRules(rules, object as never, old as never).map(({ field }) => field);

test("says where a rule is broken, and how", () => {
  const [flaw] = brokenRules([positive("spec", "n")], { spec: { n: -1 } }, undefined);
  assert.equal(flaw, {
    field: "spec.n",
    reason: "FieldValueInvalid",
    message: "Invalid value: -1: must be positive",
  });
});

test("runs no rule on what is absent", () => {
  assert.equal(fieldsOf([positive("spec", "n"), positive("a", "b", "c")], { spec: {} }), []);
  assert.equal(fieldsOf([positive("spec", "*", "n")], { spec: { n: -1 } }), []);
});

test("runs a rule on each item of a list", () => {
  const object = { spec: { list: [{ n: 1 }, { n: -1 }, {}, { n: 0 }] } };
  assert.equal(fieldsOf([positive("spec", "list", "*", "n")], object), ["spec.list[1].n", "spec.list[3].n"]);
});

test("runs a rule on the whole object", () => {
  const named = rule<{ n: number }>({
    path: [],
    cel: "self.n > 0",
    message: "m",
    holds: (self) => self.n > 0,
  });
  assert.equal(fieldsOf([named], { n: -1 }), [""]);
});

test("runs a rule about a change on changes alone", () => {
  assert.equal(fieldsOf([immutable("spec")], { spec: 1 }), []);
  assert.equal(fieldsOf([immutable("spec")], { spec: 1 }, { spec: 1 }), []);
  assert.equal(fieldsOf([immutable("spec")], { spec: 2 }, { spec: 1 }), ["spec"]);
  assert.equal(fieldsOf([immutable("spec")], { spec: 2 }, {}), []);
});

test("runs no rule about a change on the items of a list, which have no identity", () => {
  assert.equal(fieldsOf([immutable("list", "*")], { list: [2] }, { list: [1] }), []);
});

test.run();
