import type { Span } from "./template.ts";

/** The smallest meaningful piece of an action. */
export type Token =
  | { readonly kind: "path"; readonly segments: readonly string[]; readonly span: Span }
  | { readonly kind: "literal"; readonly value: string | number | boolean; readonly span: Span }
  | { readonly kind: "word"; readonly word: string; readonly span: Span }
  | { readonly kind: "(" | ")" | "|"; readonly span: Span };

/** Whether the unit at an offset is white space to Go's template language: space, tab, CR or LF. */
export function isSpaceAt(source: string, at: number): boolean {
  const unit = source[at];
  return unit === " " || unit === "\t" || unit === "\r" || unit === "\n";
}
