import { inPlain } from "./paint.ts";
import type { Piece } from "./painted-line.ts";
import { printableLine } from "./printable.ts";
import { type TableOptions, textTable } from "./text-table.ts";
import { wrapText } from "./wrap-text.ts";

/** A row of a table, with what has to be said about it. */
export type NotedRow = { readonly cells: readonly Piece[]; readonly note: string };

const MARGIN = "  ";

/**
 * A table some of whose rows have a note. In a pipe it is the last column, so that a row stays a line; on a terminal,
 * which would cut it, it stands below its row.
 */
export function notedTable(
  headings: readonly string[],
  noteHeading: string,
  rows: readonly NotedRow[],
  options: TableOptions,
): readonly string[] {
  const { width, paint = inPlain } = options;
  const cells = rows.map((row) => row.cells);
  if (rows.every(({ note }) => note === "")) return textTable(headings, cells, options);
  if (width === undefined)
    return textTable(
      [...headings, noteHeading],
      rows.map(({ cells: row, note }) => [...row, note]),
      options,
    );
  const [heading = "", ...lines] = textTable(headings, cells, options);
  const noted = lines.flatMap((line, at) => {
    const note = printableLine(rows[at]?.note ?? "");
    if (note === "") return [line];
    return [line, ...wrapText(note, width - MARGIN.length).map((each) => MARGIN + paint("bad", each))];
  });
  return [heading, ...noted];
}
