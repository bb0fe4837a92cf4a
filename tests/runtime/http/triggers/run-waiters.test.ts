import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentRun } from "../../../../lib/api/agent-run.ts";
import { keyOf } from "../../../../lib/api/object.ts";
import { ObjectCache } from "../../../../runtime/controller/object-cache.ts";
import { slimRun } from "../../../../runtime/domain/run/slim-run.ts";
import { RunWaiters } from "../../../../runtime/http/triggers/run-waiters.ts";
import { anEndedRun, aRun } from "../../../support/builders/a-run.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { FakeTimers } from "../../../support/fake-timers.ts";

const test = suite("RunWaiters");
const AT = "2026-01-01T00:00:01Z";
const newer = (run: AgentRun): AgentRun => ({ ...run, metadata: { ...run.metadata, resourceVersion: "2" } });
const never = () => {};
const forever = { isFresh: true, onGone: never };

function setUp(options: { max?: number; isStored?: () => Promise<boolean> } = {}) {
  const timers = new FakeTimers(new FakeClock());
  const runs = new ObjectCache<AgentRun>({ onListenerError: () => undefined });
  const { max = 2, isStored = async () => true } = options;
  return { timers, runs, waiters: new RunWaiters({ runs, timers, max, isStored }) };
}
const one = aRun("one");
const two = aRun("two");
const keys = [keyOf(one), keyOf(two)];

test("ends at once where all runs have ended", async () => {
  const { runs, waiters, timers } = setUp();
  for (const name of ["one", "two"]) runs.upsert(anEndedRun(name, AT));
  assert.is(await waiters.wait(keys, 1_000, forever), "ended");
  assert.is(timers.pending, 0);
});

test("ends with the last of the runs, and leaves no timer", async () => {
  const { runs, waiters, timers } = setUp();
  for (const run of [one, two]) runs.upsert(run);
  const end = waiters.wait(keys, 1_000, forever);
  runs.upsert(newer(anEndedRun("two", AT)));
  assert.is(timers.pending, 1);
  runs.upsert(newer(anEndedRun("one", AT)));
  assert.is(await end, "ended");
  assert.is(timers.pending, 0);
});

test("counts a deleted run as ended", async () => {
  const { runs, waiters } = setUp();
  runs.upsert(one);
  const end = waiters.wait([keyOf(one)], 1_000, forever);
  runs.remove(keyOf(one));
  assert.is(await end, "ended");
});

test("counts as ended, in the end, a run that neither the cache nor the store has", async () => {
  const { waiters, timers } = setUp({ isStored: async () => false });
  const end = waiters.wait(keys, 5_000, forever);
  await timers.advance(1_000);
  assert.is(await end, "ended");
  assert.is(timers.pending, 0);
});

test("looks at once for runs that were stored long ago", async () => {
  const { waiters } = setUp({ isStored: async () => false });
  assert.is(await waiters.wait(keys, 5_000, { ...forever, isFresh: false }), "ended");
});

test("reads nothing live for a run that comes by the watch in time", async () => {
  let looks = 0;
  const isStored = async () => {
    looks += 1;
    return true;
  };
  const { runs, waiters, timers } = setUp({ isStored });
  const end = waiters.wait([keyOf(one)], 5_000, forever);
  runs.upsert(one);
  await timers.advance(2_000);
  runs.upsert(newer(anEndedRun("one", AT)));
  assert.is(await end, "ended");
  assert.is(looks, 0);
});

test("hands over each run that ends, with what the cache leaves out", async () => {
  const runs = new ObjectCache<AgentRun>({ slim: slimRun, onListenerError: () => undefined });
  const timers = new FakeTimers(new FakeClock());
  const waiters = new RunWaiters({ runs, timers, max: 1, isStored: async () => true });
  runs.upsert(one);
  const seen: (string | undefined)[] = [];
  const end = waiters.wait([keyOf(one)], 5_000, {
    ...forever,
    onEnded: (run) => void seen.push(run.status?.output),
  });
  const over = newer(anEndedRun("one", AT));
  runs.upsert({ ...over, status: { ...over.status, output: "rung" } });
  assert.is(await end, "ended");
  assert.equal(seen, ["rung"]);
});

test("waits for a run of which the store can't tell", async () => {
  const { waiters, timers } = setUp({ isStored: () => Promise.reject(new Error("out of reach")) });
  const end = waiters.wait(keys, 2_000, forever);
  await timers.advance(2_000);
  assert.is(await end, "timeout");
});

test("ends when the time is up, the caller is gone or the process shuts down", async () => {
  const { runs, waiters, timers } = setUp();
  runs.upsert(one);
  let leave = never;
  const gone = waiters.wait([keyOf(one)], 5_000, {
    isFresh: true,
    onGone: (callBack) => {
      leave = callBack;
    },
  });
  leave();
  assert.is(await gone, "gone");
  const late = waiters.wait([keyOf(one)], 1_000, forever);
  await timers.advance(1_000);
  assert.is(await late, "timeout");
  const cut = waiters.wait([keyOf(one)], 5_000, forever);
  waiters.shutDown();
  assert.is(await cut, "shutdown");
  assert.is(await waiters.wait([keyOf(one)], 5_000, forever), "shutdown");
  assert.is(timers.pending, 0);
});

test("is not confused by waiters for the same run", async () => {
  const { runs, waiters, timers } = setUp();
  for (const run of [one, two]) runs.upsert(run);
  const first = waiters.wait([keyOf(one)], 1_000, forever);
  const second = waiters.wait(keys, 2_000, forever);
  await timers.advance(1_000);
  assert.is(await first, "timeout");
  for (const name of ["one", "two"]) runs.upsert(newer(anEndedRun(name, AT)));
  assert.is(await second, "ended");
});

test("gives out places up to the bound, and none once it shuts down", () => {
  const { waiters } = setUp();
  assert.equal([waiters.reserve(), waiters.reserve(), waiters.reserve()], [true, true, false]);
  waiters.leave();
  assert.ok(waiters.reserve());
  waiters.leave();
  waiters.shutDown();
  assert.not.ok(waiters.reserve());
});

test.run();
