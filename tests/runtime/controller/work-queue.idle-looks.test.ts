import { suite } from "uvu";
import * as assert from "uvu/assert";
import { aQueue } from "../../support/a-work-queue.ts";

const test = suite("WorkQueue, of looks that write nothing");

test("looks again soon after a look that wrote nothing", async () => {
  const { queue, timers, started, end } = aQueue({ minIntervalMs: 200 });
  queue.add("a");
  queue.wasIdle("a");
  await end("a");
  queue.add("a");
  await timers.advance(19);
  assert.is(started.length, 1);
  await timers.advance(1);
  assert.is(started.length, 2);
  await end("a");
  queue.add("a");
  await timers.advance(199);
  assert.is(started.length, 2, "this one wrote");
  await timers.advance(1);
  assert.is(started.length, 3);
});

test("spends a twentieth of the time at most on looks at a key that write nothing, but keeps the pace", async () => {
  const { queue, timers, started, end } = aQueue({ minIntervalMs: 200 });
  for (const [tookMs, againMs] of [
    [5, 100],
    [50, 200],
  ] as const) {
    const before = started.length;
    queue.add("a");
    await timers.advance(tookMs);
    queue.wasIdle("a");
    await end("a");
    queue.add("a");
    await timers.advance(againMs - tookMs - 1);
    assert.is(started.length, before + 1);
    await timers.advance(1);
    assert.is(started.length, before + 2);
    await end("a");
    await timers.advance(200);
  }
});

test("passes over what is said of a key that nobody works on", async () => {
  const { queue, timers, started, end } = aQueue({ minIntervalMs: 200 });
  queue.add("a");
  await end("a");
  queue.wasIdle("a");
  queue.add("a");
  await timers.advance(199);
  assert.is(started.length, 1);
});

test.run();
