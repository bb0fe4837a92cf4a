/** Puts text on one line, without quotation marks that could end a quotation early, and cuts it. */
export function excerpt(text: string, maxChars: number): string {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replaceAll("“", "‘")
    .replaceAll("”", "’")
    .trim();
  const chars = [...line];
  return chars.length <= maxChars
    ? line
    : `${chars
        .slice(0, maxChars - 1)
        .join("")
        .trimEnd()}…`;
}
