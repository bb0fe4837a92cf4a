import { readFileSync } from "node:fs";

/** What robfig/cron's `ParseStandard` answers to an expression. */
export interface CronExpected {
  readonly expr: string;
  readonly ok: boolean;
  /** Its first slots after 2026-01-01T00:00:00Z, at most eight. */
  readonly next: readonly string[];
}

/** The reference implementation's answers to 628 expressions. */
export function readCronExpected(): readonly CronExpected[] {
  const file = new URL("../fixtures/cron-expected.jsonl", import.meta.url);
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as CronExpected);
}
