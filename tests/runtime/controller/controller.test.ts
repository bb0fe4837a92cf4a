import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Controller } from "../../../runtime/controller/controller.ts";
import { Metric } from "../../../runtime/ports/metrics.ts";
import { type Outcome, RetryLaterError, settled, TerminalError } from "../../../runtime/ports/reconciler.ts";
import { StoreError, StoreErrorReason } from "../../../runtime/ports/store-error.ts";
import { DueTimer } from "../../../runtime/scheduler/due-timer.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeTimers } from "../../support/fake-timers.ts";
import { MemoryMetrics } from "../../support/memory-metrics.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const KEY = { namespace: "default", name: "a" };
const noChance = { bytes: () => new Uint8Array(), fraction: () => 0, uuid: () => "" };

/** A started controller whose reconciles end as told, one after the other, and then well. */
function aController(...outcomes: (Outcome | Error)[]) {
  const clock = new FakeClock();
  const timers = new FakeTimers(clock);
  const logger = new SilentLogger();
  const metrics = new MemoryMetrics();
  const looks: number[] = [];
  const reconciler = {
    reconcile: () => {
      looks.push(clock.monotonicMs());
      const outcome = outcomes.shift() ?? settled;
      return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
    },
  };
  const due = new DueTimer(clock, timers);
  const parts = { clock, timers, random: noChance, logger, metrics, due };
  const controller = new Controller({ ...parts, name: "things", reconciler, concurrency: 1 });
  controller.start();
  return { controller, clock, timers, logger, metrics, looks };
}
const later = (ms: number): Outcome => ({ requeueAt: new Date(Date.parse("2026-01-01T00:00:00Z") + ms) });
const conflict = () => new StoreError(StoreErrorReason.conflict, "somebody was faster");

const test = suite("Controller");

test("reconciles a key that was queued, and counts it", async () => {
  const { controller, timers, looks, metrics } = aController();
  controller.enqueue(KEY);
  await timers.advance(60_000);
  assert.is(looks.length, 1);
  assert.is(metrics.value(Metric.reconcileTotal, { controller: "things", result: "success" }), 1);
  assert.is(metrics.value(Metric.workqueueAddsTotal, { name: "things" }), 1);
});

test("looks again when the reconcile asked for it", async () => {
  const { controller, timers, looks } = aController(later(5_000));
  controller.enqueue(KEY);
  await timers.advance(60_000);
  assert.equal(looks, [0, 5_000]);
});

test("looks again in time where the wall clock is set back meanwhile", async () => {
  const { controller, clock, timers, looks } = aController(later(5_000));
  controller.enqueue(KEY);
  await timers.advance(1_000);
  clock.set("2025-12-31T23:00:00Z");
  await timers.advance(10_000);
  assert.equal(looks, [0, 5_100]);
});

test("looks at urgent keys whose time has come before those that have changed", async () => {
  const clock = new FakeClock();
  const timers = new FakeTimers(clock);
  const looks: string[] = [];
  let goOn = () => {};
  const reconcile = async ({ name }: { readonly name: string }): Promise<Outcome> => {
    looks.push(name);
    if (name === "due") return later(5_000);
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    return settled;
  };
  const parts = { clock, timers, random: noChance, logger: new SilentLogger(), metrics: new MemoryMetrics() };
  const due = new DueTimer(clock, timers);
  const rest = { name: "things", reconciler: { reconcile }, concurrency: 1 };
  const isUrgent = ({ name }: { readonly name: string }) => name === "due";
  const controller = new Controller({ ...parts, due, ...rest, isUrgent });
  controller.start();
  for (const name of ["due", "slow", "changed"]) controller.enqueue({ name });
  await timers.advance(5_000);
  assert.equal(looks, ["due", "slow"]);
  goOn();
  await timers.advance(0);
  assert.equal(looks.slice(0, 3), ["due", "slow", "due"]);
});

test("says how long keys have waited for their turn", async () => {
  const { controller, timers, metrics } = aController(later(5_000));
  controller.enqueue(KEY);
  await timers.advance(60_000);
  assert.equal(metrics.observed(Metric.workqueueQueueDurationSeconds, { name: "things" }), [0, 0]);
});

test("forgets an earlier wish for another look once there is nothing left to look for", async () => {
  const { controller, timers, looks } = aController(later(5_000), settled);
  controller.enqueue(KEY);
  await timers.advance(1_000);
  controller.enqueue(KEY);
  await timers.advance(60_000);
  assert.equal(looks, [0, 1_000]);
});

test("tries a failed reconcile again, later each time, and afresh after a success", async () => {
  const failure = new Error("broken");
  const { controller, timers, looks, logger, metrics } = aController(failure, failure, settled, failure);
  controller.enqueue(KEY);
  await timers.advance(10_000);
  assert.equal(looks, [0, 200, 600]);
  controller.enqueue(KEY);
  await timers.advance(10_000);
  assert.equal(looks.slice(3), [10_000, 10_200]);
  assert.equal(
    logger.lines.map(({ level, facts }) => [level, facts["failures"]]),
    [
      ["error", 1],
      ["error", 2],
      ["error", 1],
    ],
  );
  assert.is(metrics.value(Metric.reconcileErrorsTotal, { controller: "things" }), 3);
});

test("tries again soon and silently after a conflict", async () => {
  const { controller, timers, looks, logger, metrics } = aController(conflict());
  controller.enqueue(KEY);
  await timers.advance(1_000);
  assert.equal([looks, logger.lines], [[0, 20], []]);
  assert.is(metrics.value(Metric.reconcileErrorsTotal, { controller: "things" }), 0);
});

test("does not try again what is useless to try, until something changes", async () => {
  const { controller, timers, looks } = aController(new TerminalError("no"), new Error("broken"));
  controller.enqueue(KEY);
  await timers.advance(60_000);
  assert.is(looks.length, 1);
  controller.enqueue(KEY);
  await timers.advance(10_000);
  assert.equal(looks.slice(1), [60_000, 60_200], "the first failure of a new beginning");
});

test("tries again when an error says so", async () => {
  const at = later(7_000).requeueAt ?? new Date(0);
  const { controller, timers, looks } = aController(new RetryLaterError("not yet", at));
  controller.enqueue(KEY);
  await timers.advance(60_000);
  assert.equal(looks, [0, 7_000]);
});

test("does nothing once it is stopped, and works again once it is started again", async () => {
  const { controller, timers, looks } = aController(new Error("broken"), later(120_000));
  controller.enqueue(KEY);
  await timers.advance(0);
  await controller.stop();
  controller.enqueue(KEY);
  await timers.advance(60_000);
  assert.equal([looks, timers.pending], [[0], 0]);
  controller.start();
  controller.enqueue(KEY);
  await timers.advance(0);
  await controller.stop();
  await timers.advance(600_000);
  assert.equal([looks, timers.pending], [[0, 60_000], 0]);
});

test.run();
