import type { Metric, MetricLabels, Metrics, MetricValue } from "../../runtime/ports/metrics.ts";

/** Metrics that a test can read back. */
export class MemoryMetrics implements Metrics {
  readonly #values = new Map<string, number>();
  readonly #observations = new Map<string, number[]>();

  count(metric: Metric, labels: MetricLabels = {}, by = 1): void {
    const series = seriesOf(metric, labels);
    this.#values.set(series, (this.#values.get(series) ?? 0) + by);
  }

  observe(metric: Metric, value: number, labels: MetricLabels = {}): void {
    const series = seriesOf(metric, labels);
    const values = this.#observations.get(series);
    if (values === undefined) this.#observations.set(series, [value]);
    else values.push(value);
  }

  set(metric: Metric, value: number, labels: MetricLabels = {}): void {
    this.#values.set(seriesOf(metric, labels), value);
  }

  replace(metric: Metric, values: readonly MetricValue[]): void {
    for (const series of this.#values.keys())
      if (series.startsWith(`${metric}{`)) this.#values.delete(series);
    for (const { labels, value } of values) this.set(metric, value, labels);
  }

  /** A counter's or gauge's value; 0 where it was never touched. */
  value(metric: Metric, labels: MetricLabels = {}): number {
    return this.#values.get(seriesOf(metric, labels)) ?? 0;
  }

  /** What a histogram was given, in order. */
  observed(metric: Metric, labels: MetricLabels = {}): readonly number[] {
    return this.#observations.get(seriesOf(metric, labels)) ?? [];
  }

  expose(): Promise<string> {
    return Promise.resolve([...this.#values].map(([series, value]) => `${series} ${value}\n`).join(""));
  }
}

function seriesOf(metric: Metric, labels: MetricLabels): string {
  const pairs = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${metric}{${pairs.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(",")}}`;
}
