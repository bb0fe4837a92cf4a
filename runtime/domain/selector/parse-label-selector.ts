import { quoteExcerpt } from "../quote-excerpt.ts";
import { isLabelValue, isQualifiedName } from "../resource/qualified-name.ts";
import { MAX_REQUIREMENTS, MAX_SELECTOR_LENGTH, type ParsedSelector, type Requirement } from "./selector.ts";

/** `key` or `!key`. */
const EXISTENCE = /^(!?)\s*([^\s=!,()]+)$/;
/** `key=value`, `key==value`, `key!=value`; the value may be empty. */
const EQUALITY = /^([^\s=!,()]+)\s*(==|!=|=)\s*([^\s=!,()]*)$/;
/** `key in (a,b)`, `key notin (a,b)`. */
const SET = /^([^\s=!,()]+)\s+(in|notin)\s*\(([^()]*)\)$/;

/**
 * Parses a label selector: `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`, `a`, `!a`, joined by commas.
 * Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export function parseLabelSelector(text: string): ParsedSelector {
  if (text.length > MAX_SELECTOR_LENGTH) {
    return { flaw: `a label selector may not be longer than ${MAX_SELECTOR_LENGTH} characters` };
  }
  if (text.trim() === "") return { requirements: [] };
  const terms = splitTerms(text);
  if (terms.length > MAX_REQUIREMENTS) {
    return { flaw: `a label selector may not have more than ${MAX_REQUIREMENTS} requirements` };
  }
  const requirements: Requirement[] = [];
  for (const term of terms) {
    const requirement = parseTerm(term.trim());
    if (requirement === undefined)
      return { flaw: `unable to parse the label requirement ${quoteExcerpt(term)}` };
    const flaw = firstFlaw(requirement);
    if (flaw !== undefined) return { flaw };
    requirements.push(requirement);
  }
  return { requirements };
}

/** Splits at the commas outside parentheses. */
function splitTerms(text: string): readonly string[] {
  const terms: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "(") depth++;
    else if (text[i] === ")") depth--;
    else if (text[i] === "," && depth === 0) {
      terms.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...terms, text.slice(start)];
}

function parseTerm(term: string): Requirement | undefined {
  const [, negation, existing] = EXISTENCE.exec(term) ?? [];
  if (existing !== undefined) {
    return { key: existing, operator: negation === "!" ? "doesNotExist" : "exists", values: [] };
  }
  const [, key, sign, value] = EQUALITY.exec(term) ?? [];
  if (key !== undefined) return { key, operator: sign === "!=" ? "notIn" : "in", values: [value ?? ""] };
  const [, member, word, list] = SET.exec(term) ?? [];
  if (member === undefined) return undefined;
  const values = (list ?? "").split(",").map((each) => each.trim());
  return { key: member, operator: word === "in" ? "in" : "notIn", values };
}

function firstFlaw({ key, values }: Requirement): string | undefined {
  if (!isQualifiedName(key)) return `${quoteExcerpt(key)} is not a label key`;
  const wrong = values.find((value) => !isLabelValue(value));
  return wrong === undefined ? undefined : `${quoteExcerpt(wrong)} is not a label value`;
}
