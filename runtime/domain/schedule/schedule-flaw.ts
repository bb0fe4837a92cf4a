import { EventReason } from "../../../lib/api/reason.ts";
import type { CronFieldName } from "./cron-field.ts";

/** Where a schedule stands in an AgentEvent. */
const SCHEDULE_PATH = "spec.source.cron";

/** What is wrong with a schedule; the message names the field and says what to write instead. */
export interface ScheduleFlaw {
  readonly reason: typeof EventReason.invalidSchedule | typeof EventReason.scheduleNeverFires;
  /** The field that is to blame; absent where it is the whole expression. */
  readonly field?: CronFieldName;
  readonly message: string;
}

/** The flaw of an expression that can't be read. */
export function invalidSchedule(problem: string, field?: CronFieldName): ScheduleFlaw {
  return {
    reason: EventReason.invalidSchedule,
    ...(field === undefined ? {} : { field }),
    message: `${SCHEDULE_PATH}: ${field === undefined ? "" : `${field} field: `}${problem}`,
  };
}

/** The flaw of an expression that can be read, and names only days that no calendar has, such as 31 February. */
export function scheduleNeverFires(expression: string): ScheduleFlaw {
  return {
    reason: EventReason.scheduleNeverFires,
    message: `${SCHEDULE_PATH}: ${JSON.stringify(expression)} never comes: none of its months has any of its days; change the day-of-month or the month field`,
  };
}
