import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { dependencyCycle } from "../../../lib/teams/dependency-cycle.ts";

const test = suite("dependencyCycle");

const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges));

test("finds none in a diamond", () => {
  assert.is(dependencyCycle(graph({ a: [], b: ["a"], c: ["a"], d: ["b", "c"] })), undefined);
});

test("names the steps of a cycle and not what leads to it", () => {
  assert.equal(dependencyCycle(graph({ a: ["b"], b: ["c"], c: ["d"], d: ["b"] })), ["b", "c", "d", "b"]);
});

test("finds a step that waits for itself", () => {
  assert.equal(dependencyCycle(graph({ a: [], b: ["a", "b"] })), ["b", "b"]);
});

test("passes over names that are no steps", () => {
  assert.is(dependencyCycle(graph({ a: ["elsewhere"] })), undefined);
});

const steps = fc
  .integer({ min: 1, max: 12 })
  .map((count) => Array.from({ length: count }, (_, at) => `s${at}`));
const edges = steps.chain((names) =>
  fc
    .tuple(...names.map(() => fc.subarray(names)))
    .map((lists) => new Map(names.map((name, at) => [name, lists[at] ?? []]))),
);

test("answers as taking away steps that wait for nothing does", () => {
  fc.assert(
    fc.property(edges, (dependencies) => {
      const left = new Map(dependencies);
      const isFree = (name: string) => (left.get(name) ?? []).every((needed) => !left.has(needed));
      for (
        let free = [...left.keys()].filter(isFree);
        free.length > 0;
        free = [...left.keys()].filter(isFree)
      )
        for (const name of free) left.delete(name);
      const cycle = dependencyCycle(dependencies);
      assert.is(cycle === undefined, left.size === 0);
      if (cycle === undefined) return;
      assert.is(cycle[0], cycle.at(-1));
      for (const [at, name] of cycle.slice(1).entries())
        assert.ok(dependencies.get(cycle[at] ?? "")?.includes(name));
    }),
  );
});

test.run();
