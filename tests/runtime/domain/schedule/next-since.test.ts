import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { nextSince, type SinceHistory } from "../../../../runtime/domain/schedule/next-since.ts";

const CREATED = new Date("2026-03-01T08:00:00Z");
const SINCE = new Date("2026-03-02T08:00:00Z");
const NOW = new Date("2026-03-03T12:34:56Z");
const BEFORE_SINCE = new Date("2026-03-01T23:00:00Z");

const settled: SinceHistory = {
  createdAt: CREATED,
  since: SINCE,
  observedExpression: "0 8 * * *",
  expression: "0 8 * * *",
  isNew: false,
  wasPaused: false,
  isPaused: false,
};
const fresh: SinceHistory = {
  createdAt: CREATED,
  expression: "0 8 * * *",
  isNew: true,
  wasPaused: false,
  isPaused: false,
};

const cases: readonly (readonly [name: string, history: SinceHistory, now: Date, since: Date])[] = [
  ["stays where it was while nothing changes", settled, NOW, SINCE],
  ["starts at the creation of a new event, however long ago", fresh, NOW, CREATED],
  ["starts at the creation of a new event that is suspended", { ...fresh, isPaused: true }, NOW, CREATED],
  ["starts at a creation that lies ahead of the clock", fresh, new Date("2026-01-01T00:00:00Z"), CREATED],
  ["moves to now when the expression changes", { ...settled, expression: "5 8 * * *" }, NOW, NOW],
  ["moves to now when the type becomes cron", { ...settled, observedExpression: undefined }, NOW, NOW],
  [
    "moves to now when an event that never was a cron event becomes one",
    { ...settled, observedExpression: undefined, since: undefined },
    NOW,
    NOW,
  ],
  ["moves to now when a pause ends", { ...settled, wasPaused: true }, NOW, NOW],
  ["stays while the event is being paused", { ...settled, isPaused: true }, NOW, SINCE],
  ["stays while a pause lasts", { ...settled, wasPaused: true, isPaused: true }, NOW, SINCE],
  [
    "moves to now when the expression changes during a pause",
    { ...settled, wasPaused: true, isPaused: true, expression: "5 8 * * *" },
    NOW,
    NOW,
  ],
  [
    "does not go back with the clock on an edit",
    { ...settled, expression: "5 8 * * *" },
    BEFORE_SINCE,
    SINCE,
  ],
  ["does not go back with the clock on a resume", { ...settled, wasPaused: true }, BEFORE_SINCE, SINCE],
];

const test = suite("nextSince");

for (const [name, history, now, since] of cases) {
  test(name, () => assert.equal(nextSince(history, now), since));
}

test("never goes back, and never lies before the creation", () => {
  const instant = fc.date({ min: new Date(0), max: new Date(1e12), noInvalidDate: true });
  const expression = fc.constantFrom("a", "b");
  const history = fc.record({
    createdAt: instant,
    since: fc.option(instant, { nil: undefined }),
    observedExpression: fc.option(expression, { nil: undefined }),
    expression,
    isNew: fc.boolean(),
    wasPaused: fc.boolean(),
    isPaused: fc.boolean(),
  });
  fc.assert(
    fc.property(history, instant, (state, now) => {
      const since = nextSince(state, now);
      assert.ok(since >= state.createdAt);
      assert.ok(state.since === undefined || since >= state.since);
    }),
  );
});

test.run();
