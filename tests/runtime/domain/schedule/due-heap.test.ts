import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DueHeap } from "../../../../runtime/domain/schedule/due-heap.ts";

const at = (ms: number) => new Date(ms);

const test = suite("DueHeap");

test("is empty at first", () => {
  const heap = new DueHeap();
  assert.is(heap.size, 0);
  assert.is(heap.nextDueAt, undefined);
  assert.equal(heap.popDue(at(1e15)), []);
});

test("takes out what is due, the earliest first, and keeps the rest", () => {
  const heap = new DueHeap();
  for (const [id, ms] of [
    ["c", 30],
    ["a", 10],
    ["d", 40],
    ["b", 20],
  ] as const)
    heap.set(id, at(ms));
  assert.equal(heap.nextDueAt, at(10));
  assert.equal(heap.popDue(at(30)), ["a", "b", "c"]);
  assert.equal(heap.nextDueAt, at(40));
  assert.is(heap.size, 1);
});

test("takes out no more than asked for", () => {
  const heap = new DueHeap();
  for (const id of ["a", "b", "c"]) heap.set(id, at(1));
  assert.is(heap.popDue(at(1), 2).length, 2);
  assert.is(heap.popDue(at(1), 2).length, 1);
});

test("holds an id once, due when it was set last", () => {
  const heap = new DueHeap();
  heap.set("a", at(10));
  heap.set("b", at(20));
  heap.set("a", at(30));
  assert.is(heap.size, 2);
  assert.equal(heap.popDue(at(30)), ["b", "a"]);
});

test("forgets what is removed", () => {
  const heap = new DueHeap();
  heap.set("a", at(10));
  assert.is(heap.remove("a"), true);
  assert.is(heap.remove("a"), false);
  assert.is(heap.nextDueAt, undefined);
});

type Step =
  | { readonly do: "set"; readonly id: string; readonly ms: number }
  | { readonly do: "remove"; readonly id: string }
  | { readonly do: "pop"; readonly ms: number; readonly limit: number };

const id = fc.constantFrom(..."abcdefghijklmnop".split(""));
const ms = fc.nat({ max: 50 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("set" as const), id, ms }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("pop" as const), ms, limit: fc.nat({ max: 6 }) }) },
);

/** Does the same to a plain map, and checks that the heap answered right. */
function check(heap: DueHeap, model: Map<string, number>, action: Step): void {
  if (action.do === "set") {
    heap.set(action.id, at(action.ms));
    model.set(action.id, action.ms);
  } else if (action.do === "remove") {
    assert.is(heap.remove(action.id), model.delete(action.id));
  } else {
    const popped = heap.popDue(at(action.ms), action.limit);
    const due = [...model.values()].filter((value) => value <= action.ms).sort((a, b) => a - b);
    assert.equal(
      popped.map((each) => model.get(each)),
      due.slice(0, action.limit),
    );
    for (const each of popped) model.delete(each);
  }
  const earliest = Math.min(...model.values());
  assert.equal(heap.nextDueAt, model.size === 0 ? undefined : at(earliest));
  assert.is(heap.size, model.size);
}

test("does whatever a sorted list would do", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const heap = new DueHeap();
      const model = new Map<string, number>();
      for (const action of steps) check(heap, model, action);
    }),
    { numRuns: 200 },
  );
});

test("empties 100,000 ids in order", () => {
  const heap = new DueHeap();
  const dueOf = (index: number) => (index * 7_919) % 100_003;
  for (let index = 0; index < 100_000; index++) heap.set(`${index}`, at(dueOf(index)));
  for (let index = 0; index < 100_000; index += 2) heap.set(`${index}`, at(dueOf(index) + 100_003));
  const popped = heap.popDue(at(300_000)).map(Number);
  const dueAfter = (index: number) => dueOf(index) + (index % 2 === 0 ? 100_003 : 0);
  assert.is(new Set(popped).size, 100_000);
  assert.ok(popped.every((each, place) => place === 0 || dueAfter(popped[place - 1] ?? 0) <= dueAfter(each)));
});

test.run();
