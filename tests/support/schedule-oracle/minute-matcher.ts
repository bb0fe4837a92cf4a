import type { MadeCron } from "./random-cron.ts";

const MINUTES_A_DAY = 1_440;
const DAY_MS = 86_400_000;

/** A span of days since the epoch. */
export interface Days {
  readonly from: number;
  readonly until: number;
}

/** Whether each minute of a span of days is a slot of an expression: tried one by one, without any library. */
export class MinuteMatcher {
  readonly #firstDay: number;
  readonly #days: Uint8Array;
  readonly #minutes: Uint8Array;
  readonly #end: number;

  constructor({ fields: [minute, hour, dayOfMonth, month, dayOfWeek] }: MadeCron, days: Days) {
    this.#firstDay = days.from;
    this.#end = days.until * MINUTES_A_DAY;
    this.#minutes = Uint8Array.from({ length: MINUTES_A_DAY }, (_, at) =>
      hour.values.has(Math.floor(at / 60)) && minute.values.has(at % 60) ? 1 : 0,
    );
    this.#days = Uint8Array.from({ length: days.until - days.from }, (_, index) => {
      const date = new Date((days.from + index) * DAY_MS);
      const isDay = dayOfMonth.values.has(date.getUTCDate());
      const isWeekday = dayOfWeek.values.has(date.getUTCDay());
      const isEitherStar = dayOfMonth.isStar || dayOfWeek.isStar;
      const isMatch = isEitherStar ? isDay && isWeekday : isDay || isWeekday;
      return isMatch && month.values.has(date.getUTCMonth() + 1) ? 1 : 0;
    });
  }

  /** Whether any day of the span matches. */
  get comes(): boolean {
    return this.#days.includes(1);
  }

  /** Whether this minute since the epoch is a slot. */
  matches(minute: number): boolean {
    const day = Math.floor(minute / MINUTES_A_DAY);
    return this.#days[day - this.#firstDay] === 1 && this.#minutes[minute - day * MINUTES_A_DAY] === 1;
  }

  /** The first slot from this minute on, or undefined where there is none before the span ends. */
  firstFrom(minute: number): number | undefined {
    for (let at = minute; at < this.#end; at++) {
      const day = Math.floor(at / MINUTES_A_DAY);
      if (this.#days[day - this.#firstDay] === 0) at = (day + 1) * MINUTES_A_DAY - 1;
      else if (this.matches(at)) return at;
    }
    return undefined;
  }
}
