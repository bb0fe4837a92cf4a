import { CONTROLLERS } from "../controllers.ts";
import { CHOSEN, known, type Query, type Row, rate } from "./panel.ts";

const OURS = `controller=~"${CONTROLLERS}"`;
const OUR_QUEUES = `name=~"${CONTROLLERS}"`;

/** The processes of the operator that are scraped; Node's own metrics have names that others use as well. */
const ofReplicas = (expr: string): Query => ({
  expr: `${expr} and on (instance, job) tocsin_leader{${CHOSEN}}`,
  legend: "{{instance}}",
});

/** At a glance: what stands in the first row, above all others. */
export const overviewRow: Row = {
  title: "At a glance",
  panels: [
    {
      title: "Leaders",
      description: "Has to be 1. Without one, webhooks are stored and nothing else happens.",
      kind: "stat",
      unit: "short",
      queries: [{ expr: `sum(tocsin_leader{${CHOSEN}})` }],
    },
    {
      title: "Replicas",
      description: "That answer Prometheus.",
      kind: "stat",
      unit: "short",
      queries: [{ expr: `count(tocsin_leader{${CHOSEN}})` }],
    },
    {
      title: "Running",
      description: "Runs under way.",
      kind: "stat",
      unit: "short",
      queries: [{ expr: `max(tocsin_runs{${CHOSEN},phase="Running"}) or vector(0)` }],
    },
    {
      title: "Pods without tasks",
      description: "Pods of agents that are not ready.",
      kind: "stat",
      unit: "short",
      queries: [{ expr: `sum(${known("tocsin_agent_pods", ["agent"], 'ready="false"')}) or vector(0)` }],
    },
  ],
};

/** How the operator itself is. */
export const operatorRows: readonly Row[] = [
  {
    title: "Operator",
    panels: [
      {
        title: "Reconciles",
        description: "A second, by controller.",
        kind: "timeseries",
        unit: "ops",
        queries: [
          {
            expr: rate("controller_runtime_reconcile_total", ["controller"], OURS),
            legend: "{{controller}}",
          },
        ],
      },
      {
        title: "Reconciles that fail",
        description: "A second, by controller. Each is tried again, later and later.",
        kind: "timeseries",
        unit: "ops",
        queries: [
          {
            expr: rate("controller_runtime_reconcile_errors_total", ["controller"], OURS),
            legend: "{{controller}}",
          },
        ],
      },
      {
        title: "Keys that wait",
        description: "Objects that want to be looked at, by queue.",
        kind: "timeseries",
        unit: "short",
        queries: [{ expr: known("workqueue_depth", ["name"], OUR_QUEUES), legend: "{{name}}" }],
      },
      {
        title: "Wait in the queue",
        description: "99 of 100 keys wait less.",
        kind: "timeseries",
        unit: "s",
        queries: [
          {
            expr: `histogram_quantile(0.99, ${rate("workqueue_queue_duration_seconds_bucket", ["le", "name"], OUR_QUEUES)})`,
            legend: "{{name}}",
          },
        ],
      },
      {
        title: "Memory",
        description: "Resident memory of each replica.",
        kind: "timeseries",
        unit: "bytes",
        queries: [ofReplicas("process_resident_memory_bytes")],
      },
      {
        title: "Lag of the event loop",
        description:
          "How late a replica gets round to what is due, at the 99th percentile. 50 ms of it are the interval at which it looks.",
        kind: "timeseries",
        unit: "s",
        queries: [ofReplicas("nodejs_eventloop_lag_p99_seconds")],
      },
    ],
  },
];
