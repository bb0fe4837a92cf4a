import { syntaxFlaw, type TemplateFlaw } from "./template-flaw.ts";
import type { Token } from "./token.ts";

const NUMBER_RUN = /[+-]?[0-9A-Za-z_.]*(?:(?<=[eE])[+-][0-9A-Za-z_.]*)?/y;
const DECIMAL = /^[+-]?(?:0|[1-9][0-9]*)(\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** Reads the number that starts at an offset: decimal, with an optional fraction and exponent. */
export function lexNumber(source: string, start: number): Token | TemplateFlaw {
  NUMBER_RUN.lastIndex = start;
  const written = NUMBER_RUN.exec(source)?.[0] ?? "";
  const span = { start, end: start + Math.max(1, written.length) };
  if (!DECIMAL.test(written)) return syntaxFlaw(source, span, messageFor(written));
  const value = Number(written);
  const isWhole = /^[+-]?[0-9]+$/.test(written);
  if (!Number.isFinite(value) || (isWhole && !Number.isSafeInteger(value)))
    return syntaxFlaw(source, span, "the number is too large to be exact: write it as text, in quotes");
  return { kind: "literal", value, span };
}

function messageFor(written: string): string {
  if (written === "-" || written === "+")
    return 'a lone sign is no value: for a trim write "{{- " or " -}}" with the space, for a number a digit after it';
  return "the number is not decimal: write it like 3, -3, 0.5 or 1e3, without leading zeros, or as text in quotes";
}
