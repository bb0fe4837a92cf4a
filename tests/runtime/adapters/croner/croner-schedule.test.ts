import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { CronerSchedule } from "../../../../runtime/adapters/croner/croner-schedule.ts";
import { CronerSchedules } from "../../../../runtime/adapters/croner/croner-schedules.ts";
import type { Schedule } from "../../../../runtime/domain/schedule/schedule.ts";
import { MinuteMatcher } from "../../../support/schedule-oracle/minute-matcher.ts";
import { makeCron } from "../../../support/schedule-oracle/random-cron.ts";
import { SeededRandom } from "../../../support/schedule-oracle/seeded-random.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Spans the turn of a century that is no leap year, and a leap day on both sides of it. */
const FROM_DAY = Date.UTC(2096, 0, 1) / DAY_MS;
const UNTIL_DAY = Date.UTC(2105, 0, 1) / DAY_MS;

const instant = (text: string) => new Date(`${text}Z`);
const daily = new CronerSchedule("0 8 * * *");

const test = suite("CronerSchedule");

test("looks strictly after an instant", () => {
  assert.equal(daily.nextAfter(instant("2026-03-01T07:59:59.999")), instant("2026-03-01T08:00"));
  assert.equal(daily.nextAfter(instant("2026-03-01T08:00:00.000")), instant("2026-03-02T08:00"));
  assert.equal(daily.nextAfter(instant("2026-03-01T08:00:00.001")), instant("2026-03-02T08:00"));
});

test("looks at what comes after since, up to and including now", () => {
  const slot = instant("2026-03-01T08:00");
  const before = new Date(slot.getTime() - 1);
  const after = new Date(slot.getTime() + 1);
  assert.equal(daily.latestWithin(before, slot), slot);
  assert.equal(daily.latestWithin(before, after), slot);
  assert.is(daily.latestWithin(slot, after), undefined);
  assert.is(daily.latestWithin(instant("2026-02-28T08:00"), before), undefined);
});

test("finds nothing where now lies before since", () => {
  assert.is(daily.latestWithin(instant("2026-03-05T00:00"), instant("2026-03-01T00:00")), undefined);
  assert.is(daily.countWithin(instant("2026-03-05T00:00"), instant("2026-03-01T00:00"), 9), 0);
});

test("counts slots, and stops at the most that is asked for", () => {
  const since = instant("2026-03-01T08:00");
  assert.is(daily.countWithin(since, instant("2026-03-11T08:00"), 100), 10);
  assert.is(daily.countWithin(since, instant("2026-03-11T07:59:59.999"), 100), 9);
  assert.is(daily.countWithin(since, instant("2036-03-11T08:00"), 100), 100);
});

test("finds a leap day over the turn of a century", () => {
  const leapDays = new CronerSchedule("0 0 29 2 *");
  assert.equal(leapDays.nextAfter(instant("2096-02-29T00:00")), instant("2104-02-29T00:00"));
  assert.equal(
    leapDays.latestWithin(instant("2000-01-01T00:00"), instant("2104-02-28T23:59")),
    instant("2096-02-29T00:00"),
  );
});

interface Probe {
  readonly seed: number;
  readonly startMs: number;
  readonly seconds: number;
}

/** Compares a schedule with the minutes round an instant, tried one by one. */
function probe({ seed, startMs, seconds }: Probe): void {
  const cron = makeCron(new SeededRandom(seed));
  const { schedule } = new CronerSchedules().parse(cron.text);
  const matcher = new MinuteMatcher(cron, { from: FROM_DAY, until: UNTIL_DAY });
  assert.is(schedule !== undefined, matcher.comes, cron.text);
  if (schedule !== undefined) compare(schedule, matcher, { start: startMs, seconds });
}

function compare(schedule: Schedule, matcher: MinuteMatcher, span: { start: number; seconds: number }): void {
  const since = new Date(span.start);
  const now = new Date(span.start + span.seconds * 1_000);
  const first = Math.floor(since.getTime() / MINUTE_MS) + 1;
  const last = Math.floor(now.getTime() / MINUTE_MS);
  const slots: number[] = [];
  for (let minute = first; minute <= last; minute++) {
    if (matcher.matches(minute)) slots.push(minute * MINUTE_MS);
  }
  assert.is(schedule.latestWithin(since, now)?.getTime(), slots.at(-1));
  assert.is(schedule.countWithin(since, now, 20), Math.min(slots.length, 20));
  const next = matcher.firstFrom(first);
  const found = schedule.nextAfter(since)?.getTime();
  if (next === undefined) assert.ok(found === undefined || found >= UNTIL_DAY * DAY_MS);
  else assert.is(found, next * MINUTE_MS);
}

test("agrees with trying every minute, for random expressions and instants", () => {
  const anInstant = fc.integer({ min: FROM_DAY * DAY_MS, max: (UNTIL_DAY - 100) * DAY_MS });
  fc.assert(
    fc.property(
      fc.record({ seed: fc.integer(), startMs: anInstant, seconds: fc.nat({ max: 90 * 86_400 }) }),
      probe,
    ),
    { numRuns: 400 },
  );
});

test.run();
