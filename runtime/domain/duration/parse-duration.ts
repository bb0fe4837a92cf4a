import { quoteExcerpt } from "../quote-excerpt.ts";

/** A duration in milliseconds, or what is wrong with its text and what to write instead. */
export type ParsedDuration =
  | { readonly ms: number; readonly flaw?: undefined }
  | { readonly flaw: string; readonly ms?: undefined };

const NANOSECONDS: ReadonlyMap<string, number> = new Map([
  ["ns", 1],
  ["us", 1e3],
  ["µs", 1e3], // U+00B5, the micro sign
  ["μs", 1e3], // U+03BC, the Greek letter
  ["ms", 1e6],
  ["s", 1e9],
  ["m", 60e9],
  ["h", 3_600e9],
]);
/** Go counts nanoseconds in an int64, so this is the longest duration it knows. */
const MAX_NANOSECONDS = 2n ** 63n - 1n;
/** Go reads as many digits of a fraction as fit in 63 bits, leading zeros aside: 19, or 18 of the high ones. */
const MAX_FRACTION = 2n ** 63n;
const FRACTION_DIGITS = 19;
/** A number with all that follows it up to the next number; every character belongs to a part. */
const PARTS = /\d+(?:\.\d*)?[^\d.]*|\.\d*[^\d.]*|[^\d.]+/g;
const PART = /^(\d*)(?:\.(\d*))?([^\d.]*)$/s;
const EXAMPLES = "write a number with a unit, such as 90s, 5m or 1h30m";

/**
 * Reads a duration as Go's `time.ParseDuration` does (https://pkg.go.dev/time#ParseDuration): the same texts
 * are accepted, for the same length. Milliseconds may have a fraction, and be negative.
 */
export function parseDuration(text: string): ParsedDuration {
  const isNegative = text.startsWith("-");
  const unsigned = isNegative || text.startsWith("+") ? text.slice(1) : text;
  if (unsigned === "0") return { ms: 0 };
  if (unsigned === "") return { flaw: `${quoteExcerpt(text)} is not a duration: ${EXAMPLES}` };

  let total = 0n;
  for (const part of unsigned.match(PARTS) ?? []) {
    const read = readPart(part, text);
    if (read.flaw !== undefined) return read;
    total += read.nanoseconds;
  }
  if (total > MAX_NANOSECONDS + (isNegative ? 1n : 0n))
    return { flaw: `${quoteExcerpt(text)} is too long: write at most 2562047h` };
  return { ms: millisecondsOf(isNegative ? -total : total) };
}

type ReadPart =
  | { readonly nanoseconds: bigint; readonly flaw?: undefined }
  | { readonly flaw: string; readonly nanoseconds?: undefined };

function readPart(part: string, text: string): ReadPart {
  const [, whole = "", fraction = "", unit = ""] = PART.exec(part) ?? [];
  const nanoseconds = NANOSECONDS.get(unit);
  if (whole + fraction === "") return { flaw: `${quoteExcerpt(text)} is not a duration: ${EXAMPLES}` };
  if (unit === "") return { flaw: `${quoteExcerpt(text)} lacks a unit: ${EXAMPLES}` };
  if (nanoseconds === undefined) return { flaw: unknownUnit(text, unit) };
  return { nanoseconds: BigInt(whole) * BigInt(nanoseconds) + fractionOf(fraction, nanoseconds) };
}

/** Rounds as Go does, in the same floating-point steps. */
function fractionOf(fraction: string, nanoseconds: number): bigint {
  const zeros = fraction.length - fraction.replace(/^0+/, "").length;
  const longest = fraction.slice(0, zeros + FRACTION_DIGITS);
  const digits = BigInt(longest) <= MAX_FRACTION ? longest : longest.slice(0, -1);
  return BigInt(Math.trunc(Number(digits) * (nanoseconds / 10 ** digits.length)));
}

/** Exact where the duration is a whole number of milliseconds: 63 bits would not fit into a number. */
function millisecondsOf(nanoseconds: bigint): number {
  return Number(nanoseconds / 1_000_000n) + Number(nanoseconds % 1_000_000n) / 1e6;
}

function unknownUnit(text: string, unit: string): string {
  const hint = /^d(ays?)?$/i.test(unit) ? " (a day is 24h)" : "";
  return `${quoteExcerpt(text)} has the unknown unit ${quoteExcerpt(unit)}: use ns, us, ms, s, m or h${hint}`;
}
