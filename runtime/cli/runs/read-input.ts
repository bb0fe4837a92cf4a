import { CliError } from "../cli-error.ts";
import { processSources, readText, type TextSources } from "../read-text.ts";

/** Most bytes of input, the same as a fire's rendered inputs may take together (lib/api MAX_FIRE_BYTES). */
const MAX_INPUT_BYTES = 524_288;
const SHAPE = `--input is a JSON object, such as '{"topic": "bells"}', @file, or - for standard input.`;

/**
 * Reads `--input`: a JSON object in the flag itself, in a file after `@`, or on standard input for `-`. A value that
 * is not a string is passed as its JSON text. Throws CliError.
 */
export function readInput(
  flag: string | undefined,
  sources: TextSources = processSources,
): Readonly<Record<string, string>> {
  if (flag === undefined) return {};
  const text = readText(flag, { name: "input", advice: SHAPE }, sources);
  if (Buffer.byteLength(text) > MAX_INPUT_BYTES)
    throw new CliError(`the input is longer than ${MAX_INPUT_BYTES} bytes`, "Pass an address of it instead.");
  const value = parsed(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new CliError(`the input is ${nameOf(value)}`, SHAPE);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, valueText(each)]));
}

/** The parser's own words quote the text, which may be long, and may be private. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new CliError("the input is not JSON", SHAPE);
  }
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function nameOf(value: unknown): string {
  return Array.isArray(value) ? "a list" : value === null ? "null" : `a ${typeof value}`;
}
