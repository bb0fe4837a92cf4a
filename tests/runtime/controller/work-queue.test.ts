import { suite } from "uvu";
import * as assert from "uvu/assert";
import { RightOfWay } from "../../../runtime/controller/right-of-way.ts";
import { WorkQueue } from "../../../runtime/controller/work-queue.ts";
import { aQueue } from "../../support/a-work-queue.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeTimers } from "../../support/fake-timers.ts";

const test = suite("WorkQueue");

test("works on a key once however often it is added", async () => {
  const { queue, started, end } = aQueue({ concurrency: 1 });
  for (const key of ["a", "b", "b", "b"]) queue.add(key);
  assert.is(queue.depth, 1);
  await end("a");
  await end("b");
  assert.equal(started, ["a", "b"]);
});

test("works on a key again that was added meanwhile, and never twice at a time", async () => {
  const { queue, started, end } = aQueue();
  queue.add("a");
  queue.add("a");
  queue.add("a");
  assert.equal(started, ["a"]);
  await end("a");
  assert.equal(started, ["a", "a"]);
  await end("a");
  assert.equal(started, ["a", "a"]);
});

test("works on no more keys at a time than it may, in the order of adding", async () => {
  const { queue, started, running, end } = aQueue({ concurrency: 2 });
  for (const key of ["a", "b", "c", "d"]) queue.add(key);
  assert.is(running.size, 2);
  await end("b");
  await end("a");
  assert.equal(started, ["a", "b", "c", "d"]);
});

test("works on a key when its time comes, and on the earliest of several times", async () => {
  const { queue, timers, started, end } = aQueue();
  queue.addAfter("a", 1_000);
  queue.addAfter("a", 300);
  queue.addAfter("a", 2_000);
  await timers.advance(299);
  assert.equal(started, []);
  await timers.advance(1);
  assert.equal(started, ["a"]);
  await end("a");
  await timers.advance(5_000);
  assert.equal([started.length, timers.pending], [1, 0]);
});

test("forgets a later time once the key is worked on", async () => {
  const { queue, timers, started, end } = aQueue();
  queue.addAfter("a", 1_000);
  queue.add("a");
  await end("a");
  await timers.advance(5_000);
  assert.equal(started, ["a"]);
});

test("keeps a time that is set while the key is worked on, the earliest of them", async () => {
  const { queue, timers, started, end } = aQueue();
  queue.add("a");
  queue.addAfter("a", 900);
  queue.addAfter("a", 500);
  await end("a");
  await timers.advance(499);
  assert.equal(started, ["a"]);
  await timers.advance(1);
  assert.equal(started, ["a", "a"]);
});

test("works at once on what is due in the past", async () => {
  const { queue, timers, started } = aQueue();
  queue.addAfter("a", -5);
  await timers.advance(0);
  assert.equal(started, ["a"]);
});

test("looks at a key at most once an interval, and loses no addition", async () => {
  const { queue, timers, started, end } = aQueue({ minIntervalMs: 200 });
  queue.add("a");
  queue.add("b");
  await end("a");
  queue.add("a");
  queue.add("a");
  assert.equal(started, ["a", "b"], "another key is not held back");
  await timers.advance(199);
  assert.equal(started, ["a", "b"]);
  await timers.advance(1);
  assert.equal(started, ["a", "b", "a"]);
  queue.add("a");
  await end("a");
  await timers.advance(200);
  assert.equal(started, ["a", "b", "a", "a"]);
});

test("remembers no pace of keys that are done with", async () => {
  const { queue, timers, end } = aQueue({ minIntervalMs: 200 });
  queue.add("a");
  await end("a");
  await timers.advance(200);
  assert.is(timers.pending, 0);
});

test("stops: waits for what runs, and starts nothing any more", async () => {
  const { queue, timers, started, end } = aQueue({ concurrency: 1, minIntervalMs: 200 });
  for (const key of ["a", "a", "b"]) queue.add(key);
  queue.addAfter("c", 100);
  const stops = [queue.stop(), queue.stop()];
  let hasStopped = false;
  void Promise.all(stops).then(() => {
    hasStopped = true;
  });
  await timers.advance(1_000);
  assert.not.ok(hasStopped);
  await end("a");
  assert.ok(hasStopped);
  queue.add("d");
  queue.addAfter("e", 0);
  await timers.advance(1_000);
  assert.equal([started, timers.pending], [["a"], 0]);
});

test("tells how long a key has waited: since it was added, also while it was worked on, but not for its pace", async () => {
  const clock = new FakeClock();
  const timers = new FakeTimers(clock);
  const waits: number[] = [];
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  const onStart = (waitedMs: number) => waits.push(waitedMs);
  const queue = new WorkQueue({ clock, timers, concurrency: 1, minIntervalMs: 200, work, onStart });
  const endAfter = async (ms: number) => {
    await timers.advance(ms);
    ends.shift()?.();
    await timers.advance(0);
  };
  queue.add("a");
  queue.add("b");
  await endAfter(500);
  queue.add("b");
  await endAfter(300);
  assert.equal(waits, [0, 500, 300]);
  queue.add("b");
  await endAfter(50);
  await timers.advance(200);
  assert.equal(waits, [0, 500, 300, 0], "paced");
});

test("works on urgent keys first, also on those that became so while they were worked on or paced", async () => {
  const { queue, timers, started, end } = aQueue({ concurrency: 1, minIntervalMs: 200 });
  for (const key of ["a", "b", "c"]) queue.add(key);
  queue.add("c", true);
  await end("a");
  queue.add("c", true);
  assert.equal(started, ["a", "c"]);
  await end("c");
  assert.equal(started, ["a", "c", "b"], "the pace of c is not over");
  await timers.advance(200);
  queue.add("d");
  await end("b");
  assert.equal(started, ["a", "c", "b", "c"]);
});

test("makes way while another queue has urgent keys: goes on slowly, and whole once those are begun", async () => {
  const way = new RightOfWay();
  const first = aQueue({ concurrency: 1, takes: way });
  const second = aQueue({ concurrency: 10, yieldsTo: way });
  first.queue.add("a", true);
  assert.not.ok(way.isTaken, "it has been begun");
  first.queue.add("b", true);
  for (const key of ["k", "l", "m", "n"]) second.queue.add(key);
  assert.equal([...second.running.keys()], ["k", "l"]);
  await second.end("k");
  assert.equal([...second.running.keys()], ["l", "m"]);
  await first.end("a");
  assert.equal([...second.running.keys()], ["l", "m", "n"]);
});

test("gives the way back when it stops", async () => {
  const way = new RightOfWay();
  const { queue, end } = aQueue({ concurrency: 1, takes: way });
  queue.add("a", true);
  queue.add("b", true);
  assert.ok(way.isTaken);
  const stopped = queue.stop();
  assert.not.ok(way.isTaken);
  await end("a");
  await stopped;
  assert.not.ok(way.isTaken);
});

test("stops at once where nothing runs", async () => {
  await aQueue().queue.stop();
});

test("takes 100,000 keys at once", async () => {
  const clock = new FakeClock();
  let worked = 0;
  const work = () => {
    worked += 1;
    return Promise.resolve();
  };
  const queue = new WorkQueue({ clock, timers: new FakeTimers(clock), concurrency: 16, work });
  for (let key = 0; key < 100_000; key++) queue.add(`${key}`);
  while (queue.depth > 0) await Promise.resolve();
  await queue.stop();
  assert.is(worked, 100_000);
});

test.run();
