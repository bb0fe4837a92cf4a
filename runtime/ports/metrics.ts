/** Label values of a metric. */
export type MetricLabels = Readonly<Record<string, string>>;

/** Names and labels of all metrics (design §7); adapters register exactly these. */
export const Metric = {
  firesTotal: "tocsin_fires_total",
  fireDurationSeconds: "tocsin_fire_duration_seconds",
  accountingLagSeconds: "tocsin_accounting_lag_seconds",
  scheduleSkewSeconds: "tocsin_schedule_skew_seconds",
  runs: "tocsin_runs",
  objects: "tocsin_objects",
  agentPods: "tocsin_agent_pods",
  runDurationSeconds: "tocsin_run_duration_seconds",
  stepDurationSeconds: "tocsin_step_duration_seconds",
  readinessChecksTotal: "tocsin_readiness_checks_total",
  tokensTotal: "tocsin_tokens_total",
  leader: "tocsin_leader",
  workqueueDepth: "workqueue_depth",
  workqueueAddsTotal: "workqueue_adds_total",
  workqueueQueueDurationSeconds: "workqueue_queue_duration_seconds",
  workqueueRetriesTotal: "workqueue_retries_total",
  reconcileTotal: "controller_runtime_reconcile_total",
  reconcileErrorsTotal: "controller_runtime_reconcile_errors_total",
  reconcileTimeSeconds: "controller_runtime_reconcile_time_seconds",
} as const;
export type Metric = (typeof Metric)[keyof typeof Metric];

/** One value of a gauge. */
export type MetricValue = { readonly labels: MetricLabels; readonly value: number };

/** Counts and measures. */
export interface Metrics {
  /** Adds to a counter, 1 unless said. */
  count(metric: Metric, labels?: MetricLabels, by?: number): void;
  /** Records a value in a histogram; seconds where the name says so. */
  observe(metric: Metric, value: number, labels?: MetricLabels): void;
  /** Sets a gauge. */
  set(metric: Metric, value: number, labels?: MetricLabels): void;
  /** Sets all that a gauge holds: labels that are not named are forgotten. */
  replace(metric: Metric, values: readonly MetricValue[]): void;
  /** All metrics in the Prometheus text format. */
  expose(): Promise<string>;
}
