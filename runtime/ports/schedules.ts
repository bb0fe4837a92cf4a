import type { ParsedSchedule } from "../domain/schedule/schedule.ts";

/** Turns cron expressions into schedules. */
export interface Schedules {
  /**
   * Reads a five-field cron expression in UTC. It never throws, and is cheap to repeat: the same expression
   * shares one schedule. An expression that can be read but never comes has the flaw `ScheduleNeverFires`.
   */
  parse(expression: string): ParsedSchedule;
}
