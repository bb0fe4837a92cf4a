import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rule } from "../../../lib/api/rule.ts";
import type { StructuralSchema } from "../../../lib/api/structural-schema.ts";
import { placeRules } from "../../../lib/crds/place-rules.ts";

const test = suite("placeRules");

const text: StructuralSchema = { type: "string", maxLength: 9 };
const schema: StructuralSchema = {
  type: "object",
  properties: {
    list: { type: "array", items: { type: "object", properties: { a: text } }, maxItems: 2 },
    map: { type: "object", additionalProperties: text, maxProperties: 2 },
  },
};

const at = (...path: string[]) =>
  rule({ path, cel: `at ${path.join("/")}`, message: "no", holds: () => true });
const validations = (node?: StructuralSchema) => node?.["x-kubernetes-validations"]?.map((each) => each.rule);

test("hangs each rule on the node of its path", () => {
  const placed = placeRules(schema, [at(), at("list"), at("list", "*", "a"), at("map", "*")]);
  assert.equal(placed["x-kubernetes-validations"], [{ rule: "at ", message: "no" }]);
  assert.equal(validations(placed.properties?.["list"]), ["at list"]);
  assert.equal(validations(placed.properties?.["list"]?.items?.properties?.["a"]), ["at list/*/a"]);
  assert.equal(validations(placed.properties?.["map"]?.additionalProperties), ["at map/*"]);
});

test("keeps the order of rules on one node", () => {
  const [first, second] = [at("map"), { ...at("map"), cel: "second" }];
  assert.equal(validations(placeRules(schema, [first, second]).properties?.["map"]), ["at map", "second"]);
});

test("does not change the schema it is given", () => {
  const before = structuredClone(schema);
  placeRules(schema, [at("list", "*")]);
  assert.equal(schema, before);
});

for (const path of [["lits"], ["list", "a"], ["map", "a"], ["list", "*", "b"], ["list", "*", "a", "*"]]) {
  test(`refuses the path ${path.join("/")}, which leads to no node`, () => {
    assert.throws(() => placeRules(schema, [at(...path)]), `the schema has no node at .${path.join(".")}`);
  });
}

test.run();
