/** What a field of a cron expression is called in messages. */
export type CronFieldName = "minute" | "hour" | "day-of-month" | "month" | "day-of-week";

/** One field of a cron expression: its bounds, and the names that stand for its numbers. */
export interface CronField {
  readonly name: CronFieldName;
  readonly min: number;
  readonly max: number;
  /** In lower case, the first one stands for `min`. */
  readonly names?: readonly string[];
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** The five fields of a standard cron expression, as robfig/cron's `ParseStandard` bounds them. */
export const CRON_FIELDS = {
  minute: { name: "minute", min: 0, max: 59 },
  hour: { name: "hour", min: 0, max: 23 },
  dayOfMonth: { name: "day-of-month", min: 1, max: 31 },
  month: { name: "month", min: 1, max: 12, names: MONTHS },
  dayOfWeek: { name: "day-of-week", min: 0, max: 6, names: WEEKDAYS },
} as const satisfies Record<string, CronField>;
