import { displayWidth } from "./display-width.ts";
import { type LineOptions, type Piece, paintedLine, textOf } from "./painted-line.ts";
import { printableLine } from "./printable.ts";

/** Blanks between two columns, as kubectl has them, and where the terminal is too narrow for that. */
const GAP = 3;
const NARROW_GAP = 2;

/**
 * Lays rows out under their headings in aligned columns, as kubectl does. Whatever is in the cells is made fit for a
 * terminal. With `width`, lines are cut at so many columns: without one nothing is.
 */
export function textTable(
  headings: readonly string[],
  rows: readonly (readonly Piece[])[],
  options: LineOptions = {},
): readonly string[] {
  const cells = [headings, ...rows.map((row) => row.map(printablePiece))];
  const widths = headings.map((_, at) =>
    Math.max(...cells.map((row) => displayWidth(textOf(row[at] ?? "")))),
  );
  const taken = widths.reduce((total, each) => total + each, (widths.length - 1) * GAP);
  const gap = taken > (options.width ?? taken) ? NARROW_GAP : GAP;
  return cells.map((row) =>
    paintedLine(
      row.flatMap((cell, at) => [cell, blanksAfter(cell, widths[at]) + " ".repeat(gap)]),
      options,
    ),
  );
}

function blanksAfter(cell: Piece, width = 0): string {
  return " ".repeat(Math.max(0, width - displayWidth(textOf(cell))));
}

function printablePiece(piece: Piece): Piece {
  return typeof piece === "string" ? printableLine(piece) : { ...piece, text: printableLine(piece.text) };
}
