import type { Span } from "./template.ts";
import { MAX_EXCERPT_CHARACTERS } from "./template-limits.ts";

/** What can be wrong with a template, as written or as rendered. */
export const TemplateFlawCode = {
  templateTooLarge: "TemplateTooLarge",
  syntax: "Syntax",
  unknownField: "UnknownField",
  missingValue: "MissingValue",
  wrongArgument: "WrongArgument",
  outputTooLarge: "OutputTooLarge",
} as const;
export type TemplateFlawCode = (typeof TemplateFlawCode)[keyof typeof TemplateFlawCode];

/**
 * Why a template is refused or can't be rendered. The message says what is wrong and what to do; it quotes
 * the template but never a value. Line and column count from 1, columns in code points.
 */
export type TemplateFlaw = {
  readonly kind: "flaw";
  readonly code: TemplateFlawCode;
  readonly line: number;
  readonly column: number;
  /** The expression at fault as the author wrote it, shortened. */
  readonly expression: string;
  readonly message: string;
};

/** Makes the flaw of a part of a template. */
export function flawAt(source: string, span: Span, code: TemplateFlawCode, message: string): TemplateFlaw {
  return {
    kind: "flaw",
    code,
    ...positionAt(source, span.start),
    expression: excerpt(source, span),
    message,
  };
}

/** Makes a syntax error. */
export function syntaxFlaw(source: string, span: Span, message: string): TemplateFlaw {
  return flawAt(source, span, TemplateFlawCode.syntax, message);
}

/** Writes a flaw as one line: its place, then its message. */
export function describeFlaw(flaw: TemplateFlaw): string {
  return `line ${flaw.line}, column ${flaw.column}: ${flaw.message}`;
}

/** Tells a flaw from a result. */
export function isFlaw<T extends { readonly kind: string }>(
  result: T | TemplateFlaw | undefined,
): result is TemplateFlaw {
  return result?.kind === "flaw";
}

/** Quotes a part of a template for a message: one line, printable, shortened. */
export function excerpt(source: string, { start, end }: Span): string {
  // Two units a character at most: never copies more of a long template than is shown.
  const text = source.slice(start, Math.min(end, start + 4 * MAX_EXCERPT_CHARACTERS));
  const line = text.replace(/\s+/g, " ").trim().replace(/\p{C}/gu, "\u{FFFD}");
  const characters = [...line];
  const isWhole = characters.length <= MAX_EXCERPT_CHARACTERS && end - start <= 4 * MAX_EXCERPT_CHARACTERS;
  return isWhole ? line : `${characters.slice(0, MAX_EXCERPT_CHARACTERS).join("")}…`;
}

function positionAt(source: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = source.indexOf("\n"); at >= 0 && at < offset; at = source.indexOf("\n", at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return { line, column: [...source.slice(lineStart, offset)].length + 1 };
}
