import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CronerSchedules } from "../../../../runtime/adapters/croner/croner-schedules.ts";
import { readCronExpected } from "../../../support/cron-expected.ts";

const START = new Date("2026-01-01T00:00:00Z");

const test = suite("CronerSchedules");

test("agrees with the reference implementation on all 628 expressions", () => {
  const schedules = new CronerSchedules();
  for (const { expr, ok, next } of readCronExpected()) {
    const { schedule, flaw } = schedules.parse(expr);
    assert.is(flaw === undefined || flaw.reason === "ScheduleNeverFires", ok, expr);
    const slots: string[] = [];
    let slot = schedule?.nextAfter(START);
    while (slot !== undefined && slots.length < 8) {
      slots.push(slot.toISOString().replace(".000Z", "Z"));
      slot = schedule?.nextAfter(slot);
    }
    assert.equal(slots, next, expr);
  }
});

test("tells an expression that never comes from one that can't be read", () => {
  const schedules = new CronerSchedules();
  assert.is(schedules.parse("0 0 31 2 *").flaw?.reason, "ScheduleNeverFires");
  assert.is(schedules.parse("0 0 32 2 *").flaw?.reason, "InvalidSchedule");
});

test("shares one schedule between events of the same expression", () => {
  const schedules = new CronerSchedules();
  assert.is(schedules.parse("0 8 * * *").schedule, schedules.parse("0 8 * * *").schedule);
});

test("remembers the expressions that were used last, and no more than it may", () => {
  const schedules = new CronerSchedules(2);
  const first = schedules.parse("1 * * * *").schedule;
  const second = schedules.parse("2 * * * *").schedule;
  schedules.parse("1 * * * *");
  schedules.parse("3 * * * *");
  assert.is(schedules.parse("1 * * * *").schedule, first);
  assert.is.not(schedules.parse("2 * * * *").schedule, second);
});

test.run();
