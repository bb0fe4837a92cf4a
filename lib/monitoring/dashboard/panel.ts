/** One line, or one number, of a panel. */
export type Query = {
  /** PromQL; may use Grafana's variables. */
  readonly expr: string;
  /** How it is called, with `{{label}}`; absent: it is the panel's only one. */
  readonly legend?: string;
};

/** A panel, before it has a place. */
export type Panel = {
  readonly title: string;
  /** What a reader should make of it. */
  readonly description: string;
  readonly kind: "stat" | "timeseries";
  /** Grafana's name of the unit: `s`, `ops`, `short`, `percentunit`, `bytes`. */
  readonly unit: string;
  readonly queries: readonly Query[];
  /** Whether lines are areas that add up. */
  readonly isStacked?: boolean;
};

/** Panels under a heading. */
export type Row = { readonly title: string; readonly panels: readonly Panel[] };

/** Which operators a dashboard shows; also those that nobody has given the label. */
export const CHOSEN = 'namespace=~"$namespace"';

/** Grafana's choice of a range that never falls between two scrapes. */
const RANGE = "[$__rate_interval]";

/** How often a second something happens, by labels. */
export function rate(metric: string, by: readonly string[], where = ""): string {
  return `sum by (${by.join(", ")}) (rate(${metric}{${matching(where)}}${RANGE}))`;
}

/** Half of the values and 99 of 100 lie below these. */
export function quantiles(histogram: string): readonly Query[] {
  return ([0.5, 0.99] as const).map((share) => ({
    expr: `histogram_quantile(${share}, sum by (le) (rate(${histogram}_bucket{${CHOSEN}}${RANGE})))`,
    legend: `p${share * 100}`,
  }));
}

/** What every replica knows, counted once. */
export function known(gauge: string, by: readonly string[], where = ""): string {
  return `max by (${by.join(", ")}) (${gauge}{${matching(where)}})`;
}

function matching(where: string): string {
  return where === "" ? CHOSEN : `${CHOSEN},${where}`;
}
