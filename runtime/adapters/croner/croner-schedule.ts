import { CronDate, CronPattern } from "croner";
import type { Schedule } from "../../domain/schedule/schedule.ts";

/** Offset from UTC in minutes. Croner reads a zone's name through Intl, which takes ten times as long. */
const UTC = 0;
const NO_OPTIONS = {};
/** Croner holds an array of 10,000 years a pattern, 80 KB; five-field patterns match every year and share one. */
const EVERY_YEAR = new CronPattern("* * * * *", undefined, { mode: "5-part" }).year;

/** A schedule computed by croner, whose pattern and calendar are used without its timers. */
export class CronerSchedule implements Schedule {
  readonly #pattern: CronPattern;

  /**
   * `canonical` must be what `canonicalCron` wrote: of anything else, croner reads some differently. An expression
   * that never comes would make croner search through a thousand years at each call.
   */
  constructor(canonical: string) {
    this.#pattern = new CronPattern(canonical, undefined, { mode: "5-part" });
    this.#pattern.year = EVERY_YEAR;
  }

  nextAfter(instant: Date): Date | undefined {
    return new CronDate(instant, UTC).increment(this.#pattern, NO_OPTIONS, false)?.getDate();
  }

  latestWithin(since: Date, now: Date): Date | undefined {
    if (since >= now) return undefined;
    // Croner looks strictly before an instant, so a slot at `now` itself is found from the next millisecond.
    const after = new CronDate(new Date(now.getTime() + 1), UTC);
    const slot = after.decrement(this.#pattern, NO_OPTIONS)?.getDate();
    return slot !== undefined && slot > since ? slot : undefined;
  }

  countWithin(since: Date, now: Date, max: number): number {
    let count = 0;
    let slot = this.latestWithin(since, now);
    while (slot !== undefined && count < max) {
      count++;
      slot = this.latestWithin(since, new Date(slot.getTime() - 1));
    }
    return count;
  }
}
