import { quoteExcerpt } from "../quote-excerpt.ts";
import { MAX_REQUIREMENTS, MAX_SELECTOR_LENGTH, type ParsedSelector, type Requirement } from "./selector.ts";

/** One term; a backslash takes its meaning from the character after it. */
const TERM = /(?:\\.?|[^\\,])+/gs;
/** `path=value`, `path==value`, `path!=value`. */
const COMPARISON = /^\s*([A-Za-z][A-Za-z0-9.]*)\s*(==|!=|=)((?:\\[\\,=]|[^\\=,])*)$/;

/**
 * Parses a field selector: `metadata.name=a,metadata.namespace!=b`. Only the paths in `supported` may be named.
 * Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/
 */
export function parseFieldSelector(text: string, supported: readonly string[]): ParsedSelector {
  if (text.length > MAX_SELECTOR_LENGTH) {
    return { flaw: `a field selector may not be longer than ${MAX_SELECTOR_LENGTH} characters` };
  }
  const requirements: Requirement[] = [];
  for (const term of splitTerms(text)) {
    if (term.trim() === "") continue;
    const [, key, sign, value] = COMPARISON.exec(term) ?? [];
    if (key === undefined || value === undefined)
      return { flaw: `invalid field selector: ${quoteExcerpt(term)}` };
    if (!supported.includes(key)) return { flaw: `field label not supported: ${key}` };
    const operator = sign === "!=" ? "notIn" : "in";
    requirements.push({ key, operator, values: [value.replace(/\\([\\,=])/g, "$1")] });
    if (requirements.length > MAX_REQUIREMENTS) {
      return { flaw: `a field selector may not have more than ${MAX_REQUIREMENTS} requirements` };
    }
  }
  return { requirements };
}

/** Splits at the commas that no backslash precedes; a backslash at the very end leaves a term unfit. */
function splitTerms(text: string): readonly string[] {
  return Array.from(text.matchAll(TERM), ([term]) => term);
}
