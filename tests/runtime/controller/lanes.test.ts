import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Lanes } from "../../../runtime/controller/lanes.ts";

const test = suite("Lanes");

/** Takes everything out. */
function drain(lanes: Lanes): readonly string[] {
  const keys: string[] = [];
  for (let next = lanes.shift(); next !== undefined; next = lanes.shift()) keys.push(next.key);
  return keys;
}

function filled(normal: readonly string[], urgent: readonly string[]): Lanes {
  const lanes = new Lanes();
  for (const key of normal) lanes.push(key, { addedMs: 0, isUrgent: false });
  for (const key of urgent) lanes.push(key, { addedMs: 0, isUrgent: true });
  return lanes;
}

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${letter}${at}`);

test("gives out what is urgent first, each line in the order of adding", () => {
  assert.equal(drain(filled(["a", "b"], ["x", "y"])), ["x", "y", "a", "b"]);
});

test("gives every eighth turn to the others while something urgent waits", () => {
  const order = drain(filled(numbered("n", 3), numbered("u", 16)));
  assert.equal(
    order.flatMap((key, at) => (key.startsWith("n") ? [at] : [])),
    [7, 15, 18],
  );
});

test("lets a key that has become urgent go first, once, and knows since when it waits", () => {
  const lanes = filled(["a", "b", "c"], []);
  lanes.push("c", { addedMs: 50, isUrgent: true });
  lanes.push("c", { addedMs: 60, isUrgent: false });
  assert.equal(lanes.shift(), { key: "c", addedMs: 0, isUrgent: true });
  assert.not.ok(lanes.hasUrgent);
  assert.equal(drain(lanes), ["a", "b"]);
});

test("keeps the place of a key that is added again", () => {
  const lanes = filled(["a", "b", "a"], []);
  assert.is(lanes.depth, 2);
  assert.equal(drain(lanes), ["a", "b"]);
});

test("is empty once it is cleared", () => {
  const lanes = filled(["a"], ["x"]);
  lanes.clear();
  assert.equal([lanes.depth, lanes.hasUrgent, lanes.has("a"), lanes.shift()], [0, false, false, undefined]);
});

test("gives out each key that was added, once, whatever the order of adding and taking", () => {
  const step = fc.oneof(
    fc.record({ key: fc.constantFrom(...numbered("k", 6)), isUrgent: fc.boolean() }),
    fc.constant("take" as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const lanes = new Lanes();
      const waiting = new Map<string, boolean>();
      for (const next of steps) {
        if (next !== "take") {
          lanes.push(next.key, { addedMs: 0, isUrgent: next.isUrgent });
          waiting.set(next.key, (waiting.get(next.key) ?? false) || next.isUrgent);
        } else {
          const taken = lanes.shift();
          assert.is(taken === undefined, waiting.size === 0);
          if (taken === undefined) continue;
          assert.is(waiting.get(taken.key), taken.isUrgent);
          waiting.delete(taken.key);
        }
        assert.is(lanes.depth, waiting.size);
        assert.is(lanes.hasUrgent, [...waiting.values()].includes(true));
      }
      assert.equal([...drain(lanes)].sort(), [...waiting.keys()].sort());
    }),
  );
});

test.run();
