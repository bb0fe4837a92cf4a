/**
 * Keeps the first `count` characters of a text, or the last where `count` is negative, as sprig's `trunc`.
 * Counts code points and not bytes, so that no character is ever cut in two.
 */
export function truncate(text: string, count: number): string {
  // A text has at least as many units as characters.
  if (Math.abs(count) >= text.length) return text;
  return count >= 0 ? text.slice(0, unitsOfFirst(text, count)) : text.slice(startOfLast(text, -count));
}

function unitsOfFirst(text: string, count: number): number {
  let at = 0;
  for (let taken = 0; taken < count && at < text.length; taken++) at += isPairAt(text, at) ? 2 : 1;
  return at;
}

function startOfLast(text: string, count: number): number {
  let at = text.length;
  for (let taken = 0; taken < count && at > 0; taken++) at -= isPairAt(text, at - 2) ? 2 : 1;
  return at;
}

function isPairAt(text: string, at: number): boolean {
  return at >= 0 && (text.codePointAt(at) ?? 0) > 0xffff;
}
