/** How soon somebody has to look: at once, within a day. */
export type AlertSeverity = "critical" | "warning";

/** A rule of Prometheus that alarms somebody. */
export type Alert = {
  /** CamelCase, as Alertmanager shows it. */
  readonly name: string;
  /** PromQL that has a value only where something is wrong. */
  readonly expr: string;
  /** For how long it has to be so, as Prometheus writes durations; absent: at once. */
  readonly for?: string;
  readonly severity: AlertSeverity;
  /** One line; may use Prometheus' templates. */
  readonly summary: string;
  /** What it means for people who wait for runs. */
  readonly description: string;
  /** Anchor of the section of docs/troubleshooting.md that leads from here to the cause. */
  readonly section: string;
};

/** Alerts that are evaluated together. */
export type AlertGroup = { readonly name: string; readonly alerts: readonly Alert[] };
