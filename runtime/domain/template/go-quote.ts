const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\u0007", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
  ["\\", "\\\\"],
  ['"', '\\"'],
]);

/** Letters, marks, numbers, punctuation, symbols and the ASCII space: what Go's strconv.IsPrint passes. */
const NEEDS_ESCAPE = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** Quotes text as Go's strconv.Quote does, which is what sprig's `quote` calls. */
export function goQuote(text: string): string {
  return `"${text.replace(NEEDS_ESCAPE, (character) => SHORT_ESCAPES.get(character) ?? numericEscape(character))}"`;
}

function numericEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // Half a surrogate pair is no character: Go would quote the replacement character.
  if (code >= 0xd800 && code <= 0xdfff) return "\\ufffd";
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, "0")}`;
  return code > 0xffff ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`;
}
