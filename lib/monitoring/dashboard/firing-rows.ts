import { CHOSEN, known, quantiles, type Row, rate } from "./panel.ts";

const ENDED = `tocsin_run_duration_seconds_count{${CHOSEN}}[$__rate_interval]`;
const FAILED = `tocsin_run_duration_seconds_count{${CHOSEN},phase="Failed"}[$__rate_interval]`;

/** What fires, and what becomes of it. */
export const firingRows: readonly Row[] = [
  {
    title: "Firing",
    panels: [
      {
        title: "Fires",
        description:
          "Fires a second by source and result. `failed` are the flaws of callers, templates and teams.",
        kind: "timeseries",
        unit: "ops",
        isStacked: true,
        queries: [
          { expr: rate("tocsin_fires_total", ["source", "result"]), legend: "{{source}} {{result}}" },
        ],
      },
      {
        title: "Webhook to stored runs",
        description: "How long a caller waits for its 202, the network left aside.",
        kind: "timeseries",
        unit: "s",
        queries: quantiles("tocsin_fire_duration_seconds"),
      },
      {
        title: "Slot to fire",
        description: "How late schedules fire. After downtime, the age of the slots that were missed.",
        kind: "timeseries",
        unit: "s",
        queries: quantiles("tocsin_schedule_skew_seconds"),
      },
      {
        title: "Stored to counted",
        description: "How long a stored fire waits until the leader counts it and its runs may start.",
        kind: "timeseries",
        unit: "s",
        queries: quantiles("tocsin_accounting_lag_seconds"),
      },
    ],
  },
  {
    title: "Runs",
    panels: [
      {
        title: "Runs by phase",
        description: "Runs that exist. Ended ones stay until a team's history limit.",
        kind: "timeseries",
        unit: "short",
        queries: [{ expr: known("tocsin_runs", ["phase"]), legend: "{{phase}}" }],
      },
      {
        title: "Runs that fail",
        description: "The share of the runs that end, and end as Failed.",
        kind: "timeseries",
        unit: "percentunit",
        queries: [{ expr: `sum(rate(${FAILED})) / sum(rate(${ENDED}))`, legend: "failed" }],
      },
      {
        title: "Duration of runs",
        description: "Of all runs that end, whatever their phase.",
        kind: "timeseries",
        unit: "s",
        queries: quantiles("tocsin_run_duration_seconds"),
      },
      {
        title: "Duration of steps",
        description: "Of all steps that end; mostly what models take.",
        kind: "timeseries",
        unit: "s",
        queries: quantiles("tocsin_step_duration_seconds"),
      },
    ],
  },
];
