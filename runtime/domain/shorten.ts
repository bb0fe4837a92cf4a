import { truncate } from "./template/truncate.ts";

/** Shortens a text to `max` characters, with an ellipsis to say so; no character is ever cut in two. */
export function shorten(text: string, max: number): string {
  // A text has at most as many characters as UTF-16 units.
  if (text.length <= max) return text;
  const kept = truncate(text, max - 1);
  return kept.length < text.length ? `${kept}…` : text;
}
