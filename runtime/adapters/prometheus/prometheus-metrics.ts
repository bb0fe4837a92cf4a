import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { Metric, type MetricLabels, type Metrics, type MetricValue } from "../../ports/metrics.ts";

type Definition = {
  readonly kind: "counter" | "gauge" | "histogram";
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets?: readonly number[];
};

/**
 * Counted from 0 on: a rate or an increase is blind to a series' first sample, so the first failure of all would
 * alarm nobody.
 */
const FROM_ZERO: readonly { readonly metric: Metric; readonly labels: MetricLabels }[] = [
  ...["webhook", "cron", "team-output"].flatMap((source) =>
    ["fired", "skipped", "failed"].map((result) => ({
      metric: Metric.firesTotal,
      labels: { source, result },
    })),
  ),
  ...["Healthy", "Unhealthy"].map((verdict) => ({
    metric: Metric.readinessChecksTotal,
    labels: { verdict },
  })),
  ...["Succeeded", "Failed"].map((phase) => ({ metric: Metric.runDurationSeconds, labels: { phase } })),
];

const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SLOW = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];

/** How often the event loop's lag is looked at. At prom-client's own 10 ms that is most of what an idle process does. */
const LAG_INTERVAL_MS = 50;

const counter = (help: string, ...labels: string[]): Definition => ({ kind: "counter", help, labels });
const gauge = (help: string, ...labels: string[]): Definition => ({ kind: "gauge", help, labels });
const histogram = (help: string, buckets: readonly number[], ...labels: string[]): Definition => ({
  kind: "histogram",
  help,
  labels,
  buckets,
});

/** Kind, help and labels of every metric. */
const DEFINITIONS: Record<Metric, Definition> = {
  [Metric.firesTotal]: counter("Fires by source and result.", "source", "result"),
  [Metric.fireDurationSeconds]: histogram("From a checked request to its stored runs.", FAST, "source"),
  [Metric.accountingLagSeconds]: histogram("From a fire to its accounting.", FAST),
  [Metric.scheduleSkewSeconds]: histogram("From a slot to its fire.", FAST),
  [Metric.runs]: gauge("Runs by phase.", "phase"),
  [Metric.objects]: gauge("Objects by the reason of their Ready condition.", "kind", "reason"),
  [Metric.agentPods]: gauge("Pods of an Agent, <namespace>/<name>, by readiness.", "agent", "ready"),
  [Metric.runDurationSeconds]: histogram("Duration of ended runs.", SLOW, "phase"),
  [Metric.stepDurationSeconds]: histogram("Duration of ended steps.", SLOW, "phase"),
  [Metric.readinessChecksTotal]: counter("Semantic checks by verdict.", "verdict"),
  [Metric.tokensTotal]: counter(
    "Tokens that providers counted, by Agent, <namespace>/<name>.",
    "agent",
    "direction",
  ),
  [Metric.leader]: gauge("Whether this replica leads."),
  [Metric.workqueueDepth]: gauge("Keys that wait.", "name"),
  [Metric.workqueueAddsTotal]: counter("Keys added.", "name"),
  [Metric.workqueueQueueDurationSeconds]: histogram("How long a key waited.", FAST, "name"),
  [Metric.workqueueRetriesTotal]: counter("Keys added again after an error.", "name"),
  [Metric.reconcileTotal]: counter("Reconciles by result.", "controller", "result"),
  [Metric.reconcileErrorsTotal]: counter("Reconciles that failed.", "controller"),
  [Metric.reconcileTimeSeconds]: histogram("Duration of reconciles.", FAST, "controller"),
};

/** Keeps metrics with prom-client; each process has a registry of its own. */
export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry();
  readonly #counters = new Map<Metric, Counter>();
  readonly #gauges = new Map<Metric, Gauge>();
  readonly #histograms = new Map<Metric, Histogram>();

  /** @param names those that this process has; what else it counts is nobody's */
  constructor(names: readonly Metric[] = Object.values(Metric)) {
    const registers = [this.#registry];
    for (const name of names) {
      const { kind, help, labels, buckets = FAST } = DEFINITIONS[name];
      const options = { name, help, labelNames: [...labels], registers };
      if (kind === "counter") this.#counters.set(name, new Counter(options));
      else if (kind === "gauge") this.#gauges.set(name, new Gauge(options));
      else this.#histograms.set(name, new Histogram({ ...options, buckets: [...buckets] }));
    }
    for (const { metric, labels } of FROM_ZERO) {
      this.#counters.get(metric)?.inc(labels, 0);
      this.#histograms.get(metric)?.zero(labels);
    }
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: LAG_INTERVAL_MS });
  }

  count(metric: Metric, labels: MetricLabels = {}, by = 1): void {
    this.#counters.get(metric)?.inc(labels, by);
  }

  observe(metric: Metric, value: number, labels: MetricLabels = {}): void {
    this.#histograms.get(metric)?.observe(labels, value);
  }

  set(metric: Metric, value: number, labels: MetricLabels = {}): void {
    this.#gauges.get(metric)?.set(labels, value);
  }

  replace(metric: Metric, values: readonly MetricValue[]): void {
    this.#gauges.get(metric)?.reset();
    for (const { labels, value } of values) this.set(metric, value, labels);
  }

  expose(): Promise<string> {
    return this.#registry.metrics();
  }
}
