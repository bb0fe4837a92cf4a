import { suite } from "uvu";
import * as assert from "uvu/assert";
import { columnPath } from "../../../../runtime/http/api/column-path.ts";

const test = suite("columnPath");

const OBJECT = {
  spec: { model: "m", empty: null, list: [{ name: "a" }, { name: "b" }] },
  status: {
    conditions: [
      { type: "Other", status: "False" },
      { type: "Ready", status: "True" },
    ],
  },
};

const CASES: readonly (readonly [path: string, found: readonly unknown[]])[] = [
  [".spec.model", ["m"]],
  [".spec.empty", []],
  [".spec.nothing.below", []],
  [".spec.constructor", []],
  ['.status.conditions[?(@.type=="Ready")].status', ["True"]],
  [".status.conditions[?(@.type=='Ready')].status", ["True"]],
  ['.status.conditions[?(@.type=="Never")].status', []],
  [".spec.list[*].name", ["a", "b"]],
  [".spec.list[1].name", ["b"]],
  [".spec.list[7].name", []],
  [".spec.model[0]", []],
];

for (const [path, found] of CASES) {
  test(`finds ${JSON.stringify(found)} at ${path}`, () => assert.equal(columnPath(path)(OBJECT), found));
}

for (const path of ["", "spec.model", ".spec..model", ".a[?(@.b>1)]", ".a[1:2]"]) {
  test(`refuses ${JSON.stringify(path)}`, () => {
    assert.throws(() => columnPath(path), /not supported/);
  });
}

test.run();
