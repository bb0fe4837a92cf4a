import { fitWidth } from "./display-width.ts";
import { inPlain, type Tone, type ViewOptions } from "./paint.ts";

/** A piece of a line, with a tone where it means something. */
export type Piece = string | { readonly text: string; readonly tone: Tone | undefined };

/** Where and in which colours a line is shown; not when. */
export type LineOptions = Omit<ViewOptions, "now">;

/** The text of a piece. */
export function textOf(piece: Piece): string {
  return typeof piece === "string" ? piece : piece.text;
}

/** Joins pieces to one line, cut at the terminal's width where there is one: colours take no room. */
export function paintedLine(pieces: readonly Piece[], { width, paint = inPlain }: LineOptions = {}): string {
  const whole = pieces.map(textOf).join("").trimEnd();
  const shown = width === undefined ? whole : fitWidth(whole, width);
  // What was cut ends with an ellipsis in the place of the rest.
  let left = shown === whole ? shown.length : shown.length - 1;
  const painted = pieces.map((piece) => {
    const text = textOf(piece).slice(0, left);
    left -= text.length;
    const tone = typeof piece === "string" ? undefined : piece.tone;
    return tone === undefined || text === "" ? text : paint(tone, text);
  });
  return painted.join("") + (shown === whole ? "" : "…");
}
