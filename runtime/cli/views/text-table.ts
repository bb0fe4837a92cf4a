import { displayWidth, fitWidth, padWidth } from "./display-width.ts";
import { printableLine } from "./printable.ts";

/** Blanks between two columns, as kubectl has them. */
const GAP = "   ";

/**
 * Lays rows out under their headings in aligned columns, as kubectl does. Whatever is in the cells is made fit for a
 * terminal. With `width`, lines are cut at so many columns: without one nothing is.
 */
export function textTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  width?: number,
): readonly string[] {
  const cells = [headings, ...rows.map((row) => row.map(printableLine))];
  const widths = headings.map((_, at) => Math.max(...cells.map((row) => displayWidth(row[at] ?? ""))));
  return cells.map((row) => {
    const line = widths
      .map((each, at) => padWidth(row[at] ?? "", each))
      .join(GAP)
      .trimEnd();
    return width === undefined ? line : fitWidth(line, width);
  });
}
