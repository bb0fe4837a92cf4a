import { CRON_FIELDS } from "./cron-field.ts";
import type { Cron } from "./parse-cron.ts";
import type { CronFieldValues } from "./parse-cron-field.ts";

/**
 * Writes an expression so that every cron library reads it the same: numbers and ranges only, and a lone `*`
 * where a field has a star (robfig also finds one in a list and before a step of 1, croner only when it is alone).
 */
export function canonicalCron(cron: Cron): string {
  return (Object.keys(CRON_FIELDS) as (keyof Cron)[]).map((key) => canonicalField(cron[key])).join(" ");
}

function canonicalField({ values, isStar }: CronFieldValues): string {
  if (isStar) return "*";
  const runs: { from: number; to: number }[] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run !== undefined && run.to === value - 1) run.to = value;
    else runs.push({ from: value, to: value });
  }
  return runs.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}
