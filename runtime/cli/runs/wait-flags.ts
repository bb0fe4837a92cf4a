import { parsePositiveDuration } from "../../domain/duration/parse-positive-duration.ts";
import { CliError } from "../cli-error.ts";
import type { Flags } from "../flags.ts";

/** How long a command waits unless told otherwise (the specification's "CLI wait"). */
export const DEFAULT_TIMEOUT = "60s";

/** How a command that starts a run waits for it. */
export const WAIT_FLAGS = {
  watch: { meaning: "show each step's beginning, output and end as they happen" },
  sync: { meaning: "wait for the end, and print the output alone on standard output" },
  timeout: {
    value: "<duration>",
    meaning: `longest wait, such as 90s or 5m; ${DEFAULT_TIMEOUT} unless given`,
  },
} as const satisfies Flags;

/** Milliseconds of `--timeout`. Throws CliError. */
export function timeoutMs(text: string): number {
  const parsed = parsePositiveDuration(text);
  if (parsed.flaw === undefined) return parsed.ms;
  throw new CliError(`--timeout: ${parsed.flaw}`, "Write a duration such as 90s, 5m or 1h30m.");
}
