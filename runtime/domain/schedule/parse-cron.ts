import { quoteExcerpt } from "../quote-excerpt.ts";
import { CRON_FIELDS } from "./cron-field.ts";
import { type CronFieldValues, parseCronField } from "./parse-cron-field.ts";
import { invalidSchedule, type ScheduleFlaw } from "./schedule-flaw.ts";

/** What each field of a five-field cron expression matches, in UTC. */
export type Cron = { readonly [name in keyof typeof CRON_FIELDS]: CronFieldValues };

/** An expression that was understood, or its flaw. */
export type ParsedCron =
  | { readonly cron: Cron; readonly flaw?: undefined }
  | { readonly flaw: ScheduleFlaw; readonly cron?: undefined };

const FIELD_ORDER = Object.keys(CRON_FIELDS) as (keyof Cron)[];
const LAYOUT = "minute hour day-of-month month day-of-week";
const DESCRIPTORS: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
]);

/**
 * Reads a standard five-field cron expression with the semantics of robfig/cron's `ParseStandard`, which
 * Kubernetes' CronJob uses, in UTC. Descriptors (`@daily`), time zones, and what robfig lets pass although it
 * can only be a slip of the pen (`1,,2`, `+5`, `*-5`) are refused.
 */
export function parseCron(expression: string): ParsedCron {
  const texts = expression.split(/[ \t\r\n\v\f]+/).filter((text) => text !== "");
  const problem = problemWithFields(texts);
  if (problem !== undefined) return { flaw: invalidSchedule(problem) };

  const fields: Partial<Record<keyof Cron, CronFieldValues>> = {};
  for (const [index, key] of FIELD_ORDER.entries()) {
    const parsed = parseCronField(texts[index] ?? "", CRON_FIELDS[key]);
    if (parsed.flaw !== undefined) return { flaw: invalidSchedule(parsed.flaw, CRON_FIELDS[key].name) };
    fields[key] = parsed.field;
  }
  return { cron: fields as Cron };
}

function problemWithFields(texts: readonly string[]): string | undefined {
  const first = texts[0] ?? "";
  if (first.startsWith("@")) {
    const instead = DESCRIPTORS.get(first.toLowerCase());
    return `descriptors such as ${quoteExcerpt(first)} are not read: write ${
      instead === undefined ? `five fields (${LAYOUT})` : quoteExcerpt(instead)
    }`;
  }
  if (/^(CRON_)?TZ=/.test(first))
    return `time zones such as ${quoteExcerpt(first)} are not read: remove it and write the time in UTC`;
  if (texts.length === FIELD_ORDER.length) return undefined;
  const seconds = texts.length > FIELD_ORDER.length ? ", without seconds or a year" : "";
  return `it has ${texts.length} ${texts.length === 1 ? "field" : "fields"}: write exactly five (${LAYOUT})${seconds}`;
}
