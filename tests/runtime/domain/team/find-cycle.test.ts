import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findCycle } from "../../../../runtime/domain/team/find-cycle.ts";

const graph = (edges: Record<string, string[]>) =>
  Object.entries(edges).map(([name, dependsOn]) => ({ name, dependsOn }));

const test = suite("findCycle");

const cases: [name: string, edges: Record<string, string[]>, cycle: string[] | undefined][] = [
  ["none in a chain", { a: [], b: ["a"], c: ["b"] }, undefined],
  ["none in a diamond", { a: [], b: ["a"], c: ["a"], d: ["b", "c"] }, undefined],
  ["a step that depends on itself", { a: ["a"] }, ["a", "a"]],
  ["two steps that depend on each other", { a: ["b"], b: ["a"] }, ["a", "b", "a"]],
  [
    "a cycle behind steps that are none of it",
    { a: ["b"], b: ["c"], c: ["d"], d: ["b"] },
    ["b", "c", "d", "b"],
  ],
  ["none where a dependency does not exist", { a: ["x"] }, undefined],
];
for (const [name, edges, cycle] of cases) {
  test(`finds ${name}`, () => assert.equal(findCycle(graph(edges)), cycle));
}

const anyGraph = fc
  .array(fc.uniqueArray(fc.nat(7)), { minLength: 1, maxLength: 8 })
  .map((all) => all.map((needs, index) => ({ name: `${index}`, dependsOn: needs.map(String) })));

test("names a path along dependencies back to its beginning, or leaves an order in which all can run", () => {
  fc.assert(
    fc.property(anyGraph, (steps) => {
      const cycle = findCycle(steps);
      const needs = new Map(
        steps.map(({ name, dependsOn }) => [name, dependsOn.filter((each) => Number(each) < steps.length)]),
      );
      if (cycle !== undefined) {
        assert.is(cycle[0], cycle.at(-1));
        for (const [at, name] of cycle.slice(0, -1).entries())
          assert.ok(needs.get(name)?.includes(cycle[at + 1] ?? ""));
        return;
      }
      const done = new Set<string>();
      for (const _ of steps) {
        for (const [name, wanted] of needs) if (wanted.every((each) => done.has(each))) done.add(name);
      }
      assert.is(done.size, steps.length);
    }),
  );
});

test.run();
