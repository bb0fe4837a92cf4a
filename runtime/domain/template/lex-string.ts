import { syntaxFlaw, type TemplateFlaw } from "./template-flaw.ts";
import type { Token } from "./token.ts";

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["a", "\u0007"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\\", "\\"],
  ['"', '"'],
]);

const PLAIN_RUN = /[^"\\\n]*/y;
const NUMERIC_ESCAPE = /x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{3}/y;

/** Reads the double-quoted literal that starts at an offset, with Go's escapes. */
export function lexString(source: string, start: number): Token | TemplateFlaw {
  let value = "";
  let at = start + 1;
  for (;;) {
    const run = matchAt(PLAIN_RUN, source, at);
    value += run;
    at += run.length;
    if (source[at] === '"') return { kind: "literal", value, span: { start, end: at + 1 } };
    if (source[at] !== "\\") {
      const message =
        'the text has no closing quote: end it with " on the same line, or write \\n for a new line';
      return syntaxFlaw(source, { start, end: at }, message);
    }
    const escaped = readEscape(source, at + 1);
    if (escaped === undefined) {
      const message =
        "the escape is not one of Go's: use \\n, \\t, \\\", \\\\, \\x41 (below 80), \\u0041 or \\U00000041";
      return syntaxFlaw(source, { start: at, end: Math.min(at + 2, source.length) }, message);
    }
    value += escaped.text;
    at += 1 + escaped.length;
  }
}

function readEscape(
  source: string,
  at: number,
): { readonly text: string; readonly length: number } | undefined {
  const short = SHORT_ESCAPES.get(source[at] ?? "");
  if (short !== undefined) return { text: short, length: 1 };
  const numeric = matchAt(NUMERIC_ESCAPE, source, at);
  if (numeric === "") return undefined;
  const isOctal = /^[0-7]/.test(numeric);
  const code = isOctal ? Number.parseInt(numeric, 8) : Number.parseInt(numeric.slice(1), 16);
  // In Go \x and octal escapes are bytes. Up to 7F a byte is a character; above it is a part of one.
  const isByte = isOctal || numeric.startsWith("x");
  if (isByte ? code > 0x7f : !isCharacter(code)) return undefined;
  return { text: String.fromCodePoint(code), length: numeric.length };
}

function isCharacter(code: number): boolean {
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
}

function matchAt(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? "";
}
