import type { AlertGroup } from "./alert.ts";

/** The time below which a histogram of the operator has 99 of 100. */
const slowest = (histogram: string, within: string) =>
  `histogram_quantile(0.99, sum by (namespace, le) (rate(${histogram}_bucket[${within}])))`;

/** What is wrong with how events fire. */
export const firingAlerts: AlertGroup = {
  name: "tocsin.firing",
  alerts: [
    {
      name: "TocsinFiresFail",
      expr: 'sum by (namespace, source) (increase(tocsin_fires_total{source!="webhook",result="failed"}[15m])) > 0',
      severity: "warning",
      summary: "Fires of {{ $labels.source }} events start nothing.",
      description:
        "The slot or the upstream run is used up. A FireFailed Event names the event and what is wrong.",
      section: "a-fire-fails",
    },
    {
      name: "TocsinWebhooksFail",
      expr: [
        'sum by (namespace) (rate(tocsin_fires_total{source="webhook",result="failed"}[15m]))',
        '/ sum by (namespace) (rate(tocsin_fires_total{source="webhook"}[15m])) > 0.1',
      ].join(" "),
      for: "15m",
      severity: "warning",
      summary:
        "{{ $value | humanizePercentage }} of the webhooks that came with a valid token are answered 422.",
      description: "What callers send does not fit what the events' templates read, or a team is missing.",
      section: "a-webhook-is-refused",
    },
    {
      name: "TocsinWebhooksAreSlow",
      expr: `${slowest("tocsin_fire_duration_seconds", "10m")} > 1`,
      for: "10m",
      severity: "warning",
      summary: "To store a webhook's runs takes {{ $value | humanizeDuration }}.",
      description:
        "Callers wait that long for their 202. The API server is what answers slowly, nearly always.",
      section: "reconciles-fail-or-pile-up",
    },
    {
      name: "TocsinSchedulesAreLate",
      expr: `${slowest("tocsin_schedule_skew_seconds", "15m")} > 5`,
      for: "5m",
      severity: "warning",
      summary: "Schedules fire {{ $value | humanizeDuration }} late.",
      description: "After downtime that is the slot that was missed; otherwise the leader does not keep up.",
      section: "a-schedule-is-missed-or-late",
    },
    {
      name: "TocsinFiresWait",
      expr: `${slowest("tocsin_accounting_lag_seconds", "10m")} > 5`,
      for: "10m",
      severity: "warning",
      summary: "Stored fires wait {{ $value | humanizeDuration }} until they are counted and may start.",
      description: "Nothing is lost, but runs start late.",
      section: "a-run-waits",
    },
    {
      name: "TocsinRunsFail",
      expr: [
        'sum by (namespace) (increase(tocsin_run_duration_seconds_count{phase="Failed"}[30m])) > 3 and',
        'sum by (namespace) (rate(tocsin_run_duration_seconds_count{phase="Failed"}[30m]))',
        "/ sum by (namespace) (rate(tocsin_run_duration_seconds_count[30m])) > 0.25",
      ].join(" "),
      for: "10m",
      severity: "warning",
      summary: "More than a quarter of the runs fail.",
      description: "A RunFailed Event of each says which step failed, and why.",
      section: "a-run-fails",
    },
    {
      name: "TocsinRunsWait",
      expr: 'max by (namespace) (tocsin_runs{phase="Pending"}) > 100',
      for: "15m",
      severity: "warning",
      summary: "{{ $value }} runs wait to be started.",
      description: "Either the leader does not keep up, or retries wait for their turn under Forbid.",
      section: "a-run-waits",
    },
  ],
};
