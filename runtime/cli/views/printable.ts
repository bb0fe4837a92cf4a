import { stripVTControlCharacters } from "node:util";

/**
 * What could move a terminal's cursor, hide text or turn its order round: control characters but tab and newline,
 * line separators, and the bidirectional overrides and isolates.
 */
const UNSAFE = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
/** Eight-bit forms of the escape sequences, which some terminals obey as well. */
const EIGHT_BIT = /[\x90\x9d-\x9f][^\x07\x9c]*(?:\x07|\x9c)|\x9b[\d;?]*[@-~]/g;

/** Takes out of a text what a terminal would obey and not show: models and callers write what they like. */
export function printable(text: string): string {
  const lines = text.toWellFormed().replace(/\r\n?/g, "\n");
  return stripVTControlCharacters(lines).replace(EIGHT_BIT, "").replace(UNSAFE, "");
}

/** The same on one line: each run of white space becomes one blank. */
export function printableLine(text: string): string {
  return printable(text.replace(/\s+/g, " ")).trim();
}
