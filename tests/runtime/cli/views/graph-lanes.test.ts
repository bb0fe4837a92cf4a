import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { graphLanes } from "../../../../runtime/cli/views/graph-lanes.ts";
import { aGraph } from "../../../support/builders/a-graph.ts";

const drawn = (dependencies: Readonly<Record<string, readonly string[]>>) =>
  graphLanes(aGraph(dependencies)).map(({ cells, step }) =>
    step === undefined ? cells : `${cells} ${step.name}`,
  );

const test = suite("graphLanes");

test("draws a chain downwards", () => {
  assert.equal(drawn({ a: [], b: ["a"], c: ["b"] }), ["● a", "│", "● b", "│", "● c"]);
});

test("draws no edge between steps that have nothing to do with each other", () => {
  assert.equal(drawn({ a: [], b: [] }), ["● a", "● b"]);
});

test("parts and joins", () => {
  const pictured = drawn({
    say: ["critique", "write"],
    research: [],
    critique: ["research"],
    write: ["research"],
  });
  assert.equal(pictured, ["● research", "├─╮", "│ ● critique", "│ │", "● │ write", "├─╯", "● say"]);
});

test("leaves whole what an edge crosses", () => {
  const pictured = drawn({ a: [], b: [], c: [], d: ["a", "c"], e: ["b"], f: ["d", "e", "a"] });
  assert.equal(pictured.slice(2, 4), ["│ │ ● c", "├─│─┤"]);
});

test("draws every step once, after what it needs, and never wider than 32 lanes", () => {
  const graph = fc
    .array(fc.uniqueArray(fc.nat(30), { maxLength: 6 }), { minLength: 1, maxLength: 32 })
    .map((needs) => needs.map((each, at) => each.filter((other) => other < at)));
  fc.assert(
    fc.property(graph, (needs) => {
      const steps = aGraph(
        Object.fromEntries(needs.map((each, at) => [`s${at}`, each.map((other) => `s${other}`)])),
      );
      const rows = graphLanes(steps);
      const names = rows.flatMap(({ step }) => (step === undefined ? [] : [step.name]));
      assert.is(new Set(names).size, steps.length);
      assert.is(names.length, steps.length);
      for (const { name, dependsOn = [] } of steps)
        for (const needed of dependsOn) assert.ok(names.indexOf(needed) < names.indexOf(name));
      for (const { cells } of rows) assert.ok(cells.length < 64, cells);
    }),
  );
});

test("puts what can not begin last", () => {
  const rows = drawn({ a: ["b"], b: ["a"], c: [] });
  assert.equal(rows[0], "● c");
});

test.run();
