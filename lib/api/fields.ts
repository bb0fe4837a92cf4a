import { z } from "zod";

/** Longest name of a resource that becomes a label value or part of a DNS name (RFC 1123 label). */
export const MAX_NAME_LENGTH = 63;
/** Longest template, prompt or system prompt, in characters. */
export const MAX_TEMPLATE_LENGTH = 32_768;
/** Most keys of an input map. */
export const MAX_INPUT_KEYS = 64;
/** Pattern of an RFC 1123 label. */
export const DNS_LABEL = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$";
/** Pattern of an input key: what a template can name after a dot. */
export const INPUT_KEY = "^[A-Za-z_][A-Za-z0-9_-]*$";

/** Compares lengths as the API server does: in code points, of which a text has at most its UTF-16 units. */
function isAtMost(text: string, max: number): boolean {
  if (text.length <= max) return true;
  if (text.length > 2 * max) return false;
  let count = 0;
  for (const _ of text) count++;
  return count <= max;
}

/** A string of at most `max` characters (code points, as the API server counts them). */
export function text(max: number, min = 0) {
  return z
    .string()
    .refine((value) => isAtMost(value, max), `may not be more than ${max} characters`)
    .refine((value) => min === 0 || !isAtMost(value, min - 1), `must have at least ${min} character`)
    .meta({ maxLength: max, ...(min > 0 ? { minLength: min } : {}) });
}

/** A string that matches `pattern`, which has to mean the same in JavaScript and in RE2. */
export function patterned(pattern: string, max: number) {
  const expression = new RegExp(pattern);
  return z
    .string()
    .refine((value) => isAtMost(value, max), `may not be more than ${max} characters`)
    .refine((value) => expression.test(value), `must match ${pattern}`)
    .meta({ maxLength: max, pattern });
}

/** The name of another object: an RFC 1123 label. */
export function name() {
  return patterned(DNS_LABEL, MAX_NAME_LENGTH);
}

/** A whole number within bounds. */
export function whole(min: number, max: number) {
  return z.int().min(min).max(max);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** An RFC 3339 instant. */
export function instant() {
  return z
    .string()
    .refine(
      (value) => INSTANT.test(value) && !Number.isNaN(Date.parse(value)),
      "must be an RFC 3339 date-time",
    )
    .meta({ format: "date-time" });
}

/** A map of strings with bounded keys (by a rule: a schema can't bound keys) and values. */
export function stringMap(maxEntries: number, maxValueLength: number, minEntries = 0) {
  return z
    .record(z.string(), text(maxValueLength))
    .refine((map) => Object.keys(map).length <= maxEntries, `must have at most ${maxEntries} entries`)
    .refine((map) => Object.keys(map).length >= minEntries, `must have at least ${minEntries} entry`)
    .meta({ maxProperties: maxEntries, ...(minEntries > 0 ? { minProperties: minEntries } : {}) });
}
