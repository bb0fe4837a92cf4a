import { canonicalCron } from "../../domain/schedule/canonical-cron.ts";
import { cronNeverComes } from "../../domain/schedule/cron-never-comes.ts";
import { parseCron } from "../../domain/schedule/parse-cron.ts";
import type { ParsedSchedule } from "../../domain/schedule/schedule.ts";
import { scheduleNeverFires } from "../../domain/schedule/schedule-flaw.ts";
import type { Schedules } from "../../ports/schedules.ts";
import { CronerSchedule } from "./croner-schedule.ts";
import { RememberedSchedule } from "./remembered-schedule.ts";

/** How many expressions are remembered. A schedule takes about 3 KB, so these take at most 12 MB. */
const MAX_REMEMBERED = 4_096;

/** Schedules by croner, behind our own parser. The expressions used last are remembered. */
export class CronerSchedules implements Schedules {
  /** The one used longest ago comes first, as a Map keeps the order of insertion. */
  readonly #remembered = new Map<string, ParsedSchedule>();
  readonly #maxRemembered: number;

  constructor(maxRemembered: number = MAX_REMEMBERED) {
    this.#maxRemembered = maxRemembered;
  }

  parse(expression: string): ParsedSchedule {
    const parsed = this.#remembered.get(expression) ?? parseSchedule(expression);
    this.#remembered.delete(expression);
    this.#remembered.set(expression, parsed);
    if (this.#remembered.size > this.#maxRemembered) {
      for (const [oldest] of this.#remembered) {
        this.#remembered.delete(oldest);
        break;
      }
    }
    return parsed;
  }
}

function parseSchedule(expression: string): ParsedSchedule {
  const { cron, flaw } = parseCron(expression);
  if (flaw !== undefined) return { flaw };
  if (cronNeverComes(cron)) return { flaw: scheduleNeverFires(expression) };
  return { schedule: new RememberedSchedule(new CronerSchedule(canonicalCron(cron))) };
}
