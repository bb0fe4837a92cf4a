import type { ScheduleFlaw } from "./schedule-flaw.ts";

/** The slots of a schedule: the instants at which it is due, whole minutes in UTC. */
export interface Schedule {
  /** The first slot after `instant`, or undefined where the calendar ends first. */
  nextAfter(instant: Date): Date | undefined;
  /** The latest slot in (`since`, `now`], or undefined where there is none. */
  latestWithin(since: Date, now: Date): Date | undefined;
  /** How many slots lie in (`since`, `now`]; counting stops at `max`. */
  countWithin(since: Date, now: Date, max: number): number;
}

/** The schedule of an expression, or what is wrong with it: it can't be read, or it never comes. */
export type ParsedSchedule =
  | { readonly schedule: Schedule; readonly flaw?: undefined }
  | { readonly flaw: ScheduleFlaw; readonly schedule?: undefined };
