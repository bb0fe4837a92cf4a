import type { Cron } from "./parse-cron.ts";

/** Days of each month in a leap year, from January. */
const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Whether no calendar has a day that the expression names, as with 31 February. Where the day of the week is
 * restricted as well, either is enough, so some day always comes.
 */
export function cronNeverComes({ dayOfMonth, month, dayOfWeek }: Cron): boolean {
  if (dayOfMonth.isStar || !dayOfWeek.isStar) return false;
  const [earliestDay = 1] = dayOfMonth.values;
  return month.values.every((value) => (LONGEST_MONTHS[value - 1] ?? 0) < earliestDay);
}
