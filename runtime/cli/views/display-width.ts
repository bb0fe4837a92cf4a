/** East Asian wide and fullwidth ranges, and what is drawn as an emoji: two columns each. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const WIDTHLESS = /^[\p{M}\p{Cf}]+$/u;
const ASCII = /^[\x20-\x7e]*$/;

let graphemes: Intl.Segmenter | undefined;

/** Made when it is needed: it takes longer to make than a command takes that shows ASCII alone. */
function segmentsOf(text: string): Intl.Segments {
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return graphemes.segment(text);
}

/**
 * Columns that a text without control characters takes on a terminal. What people see as one character counts once,
 * however many code points it is made of.
 * Source: Unicode Standard Annex 11, East Asian Width
 */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmentsOf(text)) width += widthOf(segment);
  return width;
}

/** Cuts a text to so many columns, with an ellipsis to say so; no character is ever cut in two. */
export function fitWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  if (columns < 1) return "";
  let kept = "";
  let left = columns - 1;
  for (const { segment } of segmentsOf(text)) {
    left -= widthOf(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Fills a text up with blanks to so many columns; a longer one stays as it is. */
export function padWidth(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - displayWidth(text)));
}

function widthOf(grapheme: string): number {
  if (WIDTHLESS.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}
