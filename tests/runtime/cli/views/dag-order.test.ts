import { suite } from "uvu";
import * as assert from "uvu/assert";
import { dagOrder } from "../../../../runtime/cli/views/dag-order.ts";
import { aGraph } from "../../../support/builders/a-graph.ts";

const ordered = (dependencies: Readonly<Record<string, readonly string[]>>) =>
  dagOrder(aGraph(dependencies)).map(({ name }) => name);

const test = suite("dagOrder");

test("puts each step after those it depends on", () => {
  assert.equal(ordered({ c: ["b"], b: ["a"], a: [] }), ["a", "b", "c"]);
});

test("keeps the team's order otherwise", () => {
  assert.equal(ordered({ b: [], a: [], d: ["b"], c: ["a"] }), ["b", "a", "d", "c"]);
});

test("goes by the longest way", () => {
  assert.equal(ordered({ end: ["a", "c"], a: [], b: ["a"], c: ["b"] }), ["a", "b", "c", "end"]);
});

test("puts a cycle and what is behind it last", () => {
  assert.equal(ordered({ x: ["y"], y: ["x"], z: ["y"], a: [] }), ["a", "x", "y", "z"]);
});

test("passes over a step that there is not", () =>
  assert.equal(ordered({ a: ["gone"], b: ["a"] }), ["a", "b"]));

test.run();
