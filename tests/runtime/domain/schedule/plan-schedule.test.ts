import { suite } from "uvu";
import * as assert from "uvu/assert";
import { planSchedule, type ScheduleState } from "../../../../runtime/domain/schedule/plan-schedule.ts";
import type { Schedule } from "../../../../runtime/domain/schedule/schedule.ts";
import { scheduleNeverFires } from "../../../../runtime/domain/schedule/schedule-flaw.ts";

const HOUR_MS = 3_600_000;
const SINCE = new Date("2026-03-01T08:00:00Z");

/** `hours` after `SINCE`. */
const at = (hours: number) => new Date(SINCE.getTime() + hours * HOUR_MS);

/** A schedule with a slot at each full hour, up to the hundred-thousandth. */
const hourly: Schedule = {
  nextAfter: (instant) => new Date((Math.floor(instant.getTime() / HOUR_MS) + 1) * HOUR_MS),
  latestWithin(since, now) {
    const slot = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
    return slot > since && slot <= now ? slot : undefined;
  },
  countWithin(since, now, max) {
    const slots = Math.floor(now.getTime() / HOUR_MS) - Math.floor(since.getTime() / HOUR_MS);
    return Math.min(Math.max(slots, 0), max);
  },
};

/** A schedule whose last slot has gone. */
const ended: Schedule = { nextAfter: () => undefined, latestWithin: () => undefined, countWithin: () => 0 };

const state: ScheduleState = { parsed: { schedule: hourly }, since: SINCE, isPaused: false };

const test = suite("planSchedule");

test("waits for the next slot while none has come", () => {
  assert.equal(planSchedule(state, at(0.5)), { kind: "wait", nextFireAt: at(1) });
});

test("does not fire the slot that is settled", () => {
  assert.equal(planSchedule(state, at(0)), { kind: "wait", nextFireAt: at(1) });
});

test("fires a slot at the very instant it comes", () => {
  assert.equal(planSchedule(state, at(1)), { kind: "fire", slot: at(1), missed: 0, nextFireAt: at(2) });
});

test("fires the latest slot once after an outage and counts the older ones", () => {
  assert.equal(planSchedule(state, at(5.25)), { kind: "fire", slot: at(5), missed: 4, nextFireAt: at(6) });
});

test("counts missed slots to a hundred", () => {
  const counts = [100, 101, 102, 50_000].map((hours) => {
    const plan = planSchedule(state, at(hours));
    return plan.kind === "fire" ? plan.missed : undefined;
  });
  assert.equal(counts, [99, 100, 100, 100]);
});

test("fires a slot however old it is where there is no bound", () => {
  const yearly = { ...hourly, latestWithin: () => at(1), nextAfter: () => at(8_760), countWithin: () => 0 };
  const plan = planSchedule({ ...state, parsed: { schedule: yearly } }, at(8_000));
  assert.equal(plan, { kind: "fire", slot: at(1), missed: 0, nextFireAt: at(8_760) });
});

const bounds: readonly (readonly [boundMs: number, kind: string, missed: number])[] = [
  [HOUR_MS / 2, "fire", 4],
  [HOUR_MS / 4, "fire", 4],
  [HOUR_MS / 4 - 1, "passOver", 5],
  [0, "passOver", 5],
];

for (const [catchUpBoundMs, kind, missed] of bounds) {
  test(`${kind === "fire" ? "fires" : "passes over"} a slot of a quarter of an hour ago within ${catchUpBoundMs} ms`, () => {
    const plan = planSchedule({ ...state, catchUpBoundMs }, at(5.25));
    assert.equal(plan, { kind, slot: at(5), missed, nextFireAt: at(6) });
  });
}

test("counts what it passes over to a hundred", () => {
  const plan = planSchedule({ ...state, catchUpBoundMs: 0 }, at(500.5));
  assert.equal(plan, { kind: "passOver", slot: at(500), missed: 100, nextFireAt: at(501) });
});

test("waits until since is passed where the clock went back", () => {
  assert.equal(planSchedule(state, at(-30)), { kind: "wait", nextFireAt: at(1) });
});

test("has no next fire where the calendar ends first", () => {
  const plan = planSchedule({ ...state, parsed: { schedule: ended } }, at(1));
  assert.equal(plan, { kind: "wait", nextFireAt: undefined });
});

test("stalls on a flaw", () => {
  const flaw = scheduleNeverFires("0 0 31 2 *");
  assert.equal(planSchedule({ ...state, parsed: { flaw } }, at(5)), { kind: "stalled", flaw });
});

test("is paused whatever has come, and before it looks at the expression", () => {
  const flaw = scheduleNeverFires("0 0 31 2 *");
  assert.equal(planSchedule({ ...state, isPaused: true }, at(5)), { kind: "paused" });
  assert.equal(planSchedule({ ...state, parsed: { flaw }, isPaused: true }, at(5)), { kind: "paused" });
});

test.run();
