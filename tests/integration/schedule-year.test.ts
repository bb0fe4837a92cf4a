import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CronerSchedules } from "../../runtime/adapters/croner/croner-schedules.ts";
import type { Schedules } from "../../runtime/ports/schedules.ts";
import { compareYear } from "../support/schedule-oracle/schedule-oracle.ts";

const test = suite("a year of schedules");

test("settles every slot of 100 events as brute force does, through outages, edits and clock jumps", () => {
  const { settled, differences } = compareYear({ schedules: new CronerSchedules(), events: 100, seed: 3 });
  assert.ok(settled > 50_000, `only ${settled} slots were settled`);
  assert.equal(differences, []);
});

/** Schedules that take a slot at `since` itself for one that is not settled. */
class ForgetfulSchedules implements Schedules {
  readonly #schedules = new CronerSchedules();

  parse(expression: string): ReturnType<Schedules["parse"]> {
    const { schedule, flaw } = this.#schedules.parse(expression);
    if (flaw !== undefined) return { flaw };
    return {
      schedule: {
        nextAfter: (instant) => schedule.nextAfter(instant),
        latestWithin: (since, now) => schedule.latestWithin(new Date(since.getTime() - 1), now),
        countWithin: (since, now, max) => schedule.countWithin(since, now, max),
      },
    };
  }
}

test("notices a schedule that settles a slot twice", () => {
  const { differences } = compareYear({ schedules: new ForgetfulSchedules(), events: 3, seed: 3 });
  assert.ok(differences.length > 0);
});

test.run();
