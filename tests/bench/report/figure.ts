/** What a figure has to reach. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** Something that a bench has measured: one value a round. */
export type Figure = {
  readonly what: string;
  readonly unit: "ms" | "s" | "/s" | "×" | "%" | "KiB" | "MB";
  readonly values: readonly number[];
  readonly goal?: Goal;
};

/** Points of a plot, by size. */
export type Series = { readonly name: string; readonly points: readonly (readonly [number, number])[] };

/** Cost against size. */
export type Plot = {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
};

/** What a bench came to. */
export type Findings = { readonly figures: readonly Figure[]; readonly plots?: readonly Plot[] };

/** The middle of a figure's values, and the part of all values that a quantile asks for. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** The median of the rounds, which is what is held against the goal. */
export function middle({ values }: Figure): number {
  const sorted = [...values].sort((one, other) => one - other);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** Whether the median reaches the goal; undefined without one. */
export function isMet(figure: Figure): boolean | undefined {
  const { goal } = figure;
  if (goal === undefined) return undefined;
  return "atLeast" in goal ? middle(figure) >= goal.atLeast : middle(figure) <= goal.atMost;
}
