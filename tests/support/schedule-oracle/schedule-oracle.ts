import type { Schedules } from "../../../runtime/ports/schedules.ts";
import { PlannedOperator } from "./planned-operator.ts";
import { tryEveryMinute } from "./try-every-minute.ts";
import { makeYear } from "./year-scenario.ts";

/** How a year went, compared with what it should have been. */
export interface YearResult {
  /** How many slots fired or were passed over. */
  readonly settled: number;
  /** The first difference of each event that differs. */
  readonly differences: readonly string[];
}

/**
 * Simulates a year of schedules with outages, crashes, edits, suspensions and clock jumps, once with the planner
 * and once by brute force.
 */
export function compareYear(options: { schedules: Schedules; events: number; seed: number }): YearResult {
  const year = makeYear(options.events, options.seed);
  const actual = new PlannedOperator(year, options.schedules).run();
  const differences: string[] = [];
  let settled = 0;
  for (const [id, story] of year.stories.entries()) {
    const log = actual[id];
    const expected = tryEveryMinute(year, story);
    settled += expected.settledCount;
    const difference = log?.differenceFrom(expected);
    if (difference !== undefined)
      differences.push(
        `event ${id} (${story.changes.map(({ spec }) => spec.expression).join("; ")}): ${difference}`,
      );
  }
  return { settled, differences };
}
