import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CronerSchedule } from "../../../../runtime/adapters/croner/croner-schedule.ts";
import { RememberedSchedule } from "../../../../runtime/adapters/croner/remembered-schedule.ts";
import { planSchedule } from "../../../../runtime/domain/schedule/plan-schedule.ts";
import type { Schedule } from "../../../../runtime/domain/schedule/schedule.ts";

const START = Date.UTC(2026, 1, 27, 23, 50);
const MINUTE_MS = 60_000;
const CRONS = ["* * * * *", "*/5 * * * *", "0 8 * * 1-5", "7 */3 1 * *", "0 0 29 2 *"];

const test = suite("RememberedSchedule");

/** A calendar that counts how often it is asked. */
function counted(cron: string): { readonly schedule: Schedule; asked(): number } {
  const calendar = new CronerSchedule(cron);
  let count = 0;
  const schedule = new RememberedSchedule({
    nextAfter: (instant) => {
      count += 1;
      return calendar.nextAfter(instant);
    },
    latestWithin: (since, now) => {
      count += 1;
      return calendar.latestWithin(since, now);
    },
    countWithin: (since, now, max) => {
      count += 1;
      return calendar.countWithin(since, now, max);
    },
  });
  return { schedule, asked: () => count };
}

/** Instants that mostly go forwards by little, as a clock does, and now and then far or backwards. */
const steps = fc.array(
  fc.record({
    forwardMs: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 3 * MINUTE_MS }) },
      { weight: 2, arbitrary: fc.constantFrom(1, MINUTE_MS, MINUTE_MS - 1) },
      { weight: 1, arbitrary: fc.integer({ min: -500 * MINUTE_MS, max: 500_000 * MINUTE_MS }) },
    ),
    backMs: fc.integer({ min: -MINUTE_MS, max: 3_000 * MINUTE_MS }),
    ask: fc.constantFrom("next", "latest", "count"),
  }),
  { maxLength: 40 },
);

test("answers as the calendar does, whatever was asked before", () => {
  fc.assert(
    fc.property(fc.constantFrom(...CRONS), steps, (cron, asked) => {
      const [calendar, remembered] = [
        new CronerSchedule(cron),
        new RememberedSchedule(new CronerSchedule(cron)),
      ];
      let nowMs = START;
      for (const { forwardMs, backMs, ask } of asked) {
        nowMs += forwardMs;
        const [since, now] = [new Date(nowMs - backMs), new Date(nowMs)];
        const answer = (schedule: Schedule) => {
          if (ask === "next") return schedule.nextAfter(now);
          return ask === "latest" ? schedule.latestWithin(since, now) : schedule.countWithin(since, now, 5);
        };
        assert.equal(answer(remembered), answer(calendar), `${cron}: ${ask} at ${now.toISOString()}`);
      }
    }),
    { numRuns: 300 },
  );
});

test("asks the calendar once a slot, for all events of one expression", () => {
  const { schedule, asked } = counted("*/5 * * * *");
  const plan = (sinceMs: number, nowMs: number) =>
    planSchedule({ parsed: { schedule }, since: new Date(sinceMs), isPaused: false }, new Date(nowMs));
  assert.is(plan(START, START).kind, "wait");
  const atFirst = asked();
  for (let slotMs = START; slotMs < START + 60 * MINUTE_MS; slotMs += 5 * MINUTE_MS) {
    for (let event = 0; event < 50; event += 1) {
      assert.is(plan(slotMs, slotMs + 5 * MINUTE_MS + event).kind, "fire");
      assert.is(plan(slotMs + 5 * MINUTE_MS, slotMs + 5 * MINUTE_MS + event).kind, "wait");
    }
  }
  assert.is(asked() - atFirst, 12);
});

test.run();
