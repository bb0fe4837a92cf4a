import { type Figure, isMet, middle } from "./figure.ts";

/** The lines of a table: what was measured, the median and its spread over the rounds, and the goal. */
export function figureTable(figures: readonly Figure[]): readonly string[] {
  const rows = figures.map((figure) => [
    figure.what,
    shown(middle(figure), figure),
    spread(figure),
    goalText(figure),
    verdict(figure),
  ]);
  const all = [["what", "median", "spread", "goal", ""], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map(([what = "", median = "", range = "", goal = "", met = ""]) =>
    [
      what.padEnd(widths[0] ?? 0),
      median.padStart(widths[1] ?? 0),
      range.padEnd(widths[2] ?? 0),
      goal.padEnd(widths[3] ?? 0),
      met,
    ]
      .join("  ")
      .trimEnd(),
  );
}

function verdict(figure: Figure): string {
  const met = isMet(figure);
  return met === undefined ? "" : met ? "met" : "MISSED";
}

function spread(figure: Figure): string {
  const { values } = figure;
  if (values.length < 2) return "";
  return `${shown(Math.min(...values), figure)} … ${shown(Math.max(...values), figure)}, ${values.length} rounds`;
}

function goalText(figure: Figure): string {
  const { goal } = figure;
  if (goal === undefined) return "";
  return "atLeast" in goal ? `≥ ${shown(goal.atLeast, figure)}` : `≤ ${shown(goal.atMost, figure)}`;
}

function shown(value: number, { unit }: Figure): string {
  const size = Math.abs(value);
  const digits = unit === "×" ? 2 : size < 10 ? 2 : size < 100 ? 1 : 0;
  return `${value.toFixed(digits)} ${unit}`;
}
