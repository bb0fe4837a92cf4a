import { displayWidth } from "./display-width.ts";
import { type LineOptions, type Piece, paintedLine, textOf } from "./painted-line.ts";
import { printableLine } from "./printable.ts";

/** Blanks between two columns, as kubectl has them, and where the terminal is too narrow for that. */
const GAP = 3;
const NARROW_GAP = 2;

/** Where a table is shown, and what may be left out of it there. */
export type TableOptions = LineOptions & {
  /** Headings of columns that a terminal may be too narrow for, the first to go first; without one all are shown. */
  readonly spare?: readonly string[];
};

/**
 * Lays rows out under their headings in aligned columns, as kubectl does. Whatever is in the cells is made fit for a
 * terminal. With `width`, whole columns are left out where it is too narrow for all, then lines are cut at it.
 */
export function textTable(
  headings: readonly string[],
  rows: readonly (readonly Piece[])[],
  options: TableOptions = {},
): readonly string[] {
  const cells = [headings, ...rows.map((row) => row.map(printablePiece))];
  const widths = headings.map((_, at) =>
    Math.max(...cells.map((row) => displayWidth(textOf(row[at] ?? "")))),
  );
  const shown = columnsWithin(headings, widths, options);
  const taken = takenBy(shown, widths, GAP);
  const gap = taken > (options.width ?? taken) ? NARROW_GAP : GAP;
  return cells.map((row) =>
    paintedLine(
      shown.flatMap((at) => [row[at] ?? "", blanksAfter(row[at] ?? "", widths[at]) + " ".repeat(gap)]),
      options,
    ),
  );
}

/** The columns that are shown, by their places. */
function columnsWithin(
  headings: readonly string[],
  widths: readonly number[],
  { width, spare = [] }: TableOptions,
): readonly number[] {
  let shown = headings.map((_, at) => at);
  for (const heading of spare) {
    if (width === undefined || takenBy(shown, widths, NARROW_GAP) <= width) break;
    shown = shown.filter((at) => headings[at] !== heading);
  }
  return shown;
}

function takenBy(columns: readonly number[], widths: readonly number[], gap: number): number {
  return columns.reduce((total, at) => total + (widths[at] ?? 0), (columns.length - 1) * gap);
}

function blanksAfter(cell: Piece, width = 0): string {
  return " ".repeat(Math.max(0, width - displayWidth(textOf(cell))));
}

function printablePiece(piece: Piece): Piece {
  return typeof piece === "string" ? printableLine(piece) : { ...piece, text: printableLine(piece.text) };
}
