import { quoteExcerpt } from "../quote-excerpt.ts";
import { type ParsedDuration, parseDuration } from "./parse-duration.ts";

/** Reads a duration that must be longer than nothing, such as a timeout. */
export function parsePositiveDuration(text: string): ParsedDuration {
  const parsed = parseDuration(text);
  if (parsed.flaw !== undefined || parsed.ms > 0) return parsed;
  return { flaw: `${quoteExcerpt(text)} is not above zero: write a duration such as 60s or 5m` };
}
