import { quoteExcerpt } from "../quote-excerpt.ts";
import type { CronField } from "./cron-field.ts";

/** What one field of a cron expression matches. */
export interface CronFieldValues {
  /** In ascending order, never empty. */
  readonly values: readonly number[];
  /**
   * Whether an item of the list is `*` or `?` without a step above 1. It decides how day-of-month and
   * day-of-week combine: with a star in either both must match, else one is enough.
   */
  readonly isStar: boolean;
}

/** A field that was understood, or what is wrong with it and what to write instead. */
export type ParsedCronField =
  | { readonly field: CronFieldValues; readonly flaw?: undefined }
  | { readonly flaw: string; readonly field?: undefined };

type Parsed<T> = { readonly value: T; readonly flaw?: undefined } | { readonly flaw: string };
interface Span {
  readonly from: number;
  readonly to: number;
}

const ITEM = /^([^/-]+)(?:-([^/-]+))?(?:\/(\d+))?$/;

/** Reads one field: a list of `*`, `?`, values, ranges and steps. */
export function parseCronField(text: string, field: CronField): ParsedCronField {
  const matched = new Set<number>();
  let isStar = false;
  for (const item of text.split(",")) {
    const [, low = "", high, stepText] = ITEM.exec(item) ?? [];
    if (low === "") return { flaw: malformed(item) };
    const step = Number(stepText ?? 1);
    if (step === 0) return { flaw: `the step of ${quoteExcerpt(item)} is 0: use 1 or more` };
    const span = spanOf({ item, low, high, hasStep: stepText !== undefined }, field);
    if (span.flaw !== undefined) return span;
    for (let value = span.value.from; value <= span.value.to; value += step) matched.add(value);
    isStar ||= isAny(low) && step === 1;
  }
  return { field: { values: [...matched].sort((a, b) => a - b), isStar } };
}

function spanOf(
  part: { item: string; low: string; high: string | undefined; hasStep: boolean },
  field: CronField,
): Parsed<Span> {
  if (isAny(part.low)) {
    // robfig takes "*-5" for "*"; whoever writes it means something else, so it is refused.
    return part.high === undefined
      ? { value: { from: field.min, to: field.max } }
      : { flaw: malformed(part.item) };
  }
  const from = numberOf(part.low, field);
  if (from.flaw !== undefined) return from;
  // "5/15" means "5-59/15".
  if (part.high === undefined)
    return { value: { from: from.value, to: part.hasStep ? field.max : from.value } };
  const to = numberOf(part.high, field);
  if (to.flaw !== undefined) return to;
  return from.value > to.value
    ? { flaw: backwards(part.item, { from: from.value, to: to.value }, field) }
    : { value: { from: from.value, to: to.value } };
}

function numberOf(text: string, field: CronField): Parsed<number> {
  const index = field.names?.indexOf(text.toLowerCase()) ?? -1;
  if (index >= 0) return { value: field.min + index };
  if (!/^\d+$/.test(text)) return { flaw: `${quoteExcerpt(text)} is not a value: use ${valuesOf(field)}` };
  const value = Number(text);
  if (value > field.max) {
    const isSunday = value === 7 && field.name === "day-of-week";
    return {
      flaw: `${quoteExcerpt(text)} is above ${field.max}: ${isSunday ? "write 0 or SUN for Sunday" : `use ${valuesOf(field)}`}`,
    };
  }
  if (value < field.min)
    return { flaw: `${quoteExcerpt(text)} is below ${field.min}: use ${valuesOf(field)}` };
  return { value };
}

function isAny(text: string): boolean {
  return text === "*" || text === "?";
}

function malformed(item: string): string {
  if (item === "") return "the list has an empty item: remove the extra comma";
  return `${quoteExcerpt(item)} can't be read: write *, a value, a range such as 1-5, or a step such as */15 or 1-5/2`;
}

function backwards(item: string, { from, to }: Span, { min, max }: CronField): string {
  const upper = from === max ? `${max}` : `${from}-${max}`;
  const lower = to === min ? `${min}` : `${min}-${to}`;
  return `the range ${quoteExcerpt(item)} runs backwards: write ${upper},${lower} if it is to wrap round`;
}

function valuesOf({ min, max, names }: CronField): string {
  const range = `${min} to ${max}`;
  return names === undefined
    ? range
    : `${range} or ${names[0]?.toUpperCase()} to ${names.at(-1)?.toUpperCase()}`;
}
