import { AgentReason, EventReason, ServiceReason, TeamReason } from "../../api/reason.ts";
import { known, type Row, rate } from "./panel.ts";

/** What nobody has to look at, of any kind. */
const MEANT = [
  EventReason.active,
  EventReason.suspended,
  TeamReason.valid,
  ServiceReason.ready,
  AgentReason.scaledToZero,
].join("|");

/** Whether agents answer sensibly, and whether what is declared can work. */
export const resourceRows: readonly Row[] = [
  {
    title: "Agents and resources",
    panels: [
      {
        title: "Pods that get tasks",
        description: "Ready pods by agent: those whose model answers sensibly.",
        kind: "timeseries",
        unit: "short",
        queries: [{ expr: known("tocsin_agent_pods", ["agent"], 'ready="true"'), legend: "{{agent}}" }],
      },
      {
        title: "Pods that get none",
        description: "Pods that are not ready, by agent. `kubectl describe agent` tells why.",
        kind: "timeseries",
        unit: "short",
        queries: [
          { expr: `${known("tocsin_agent_pods", ["agent"], 'ready="false"')} > 0`, legend: "{{agent}}" },
        ],
      },
      {
        title: "Semantic checks",
        description:
          "Checks a second by verdict, each a call of a model. Agents' pods say so where they are read.",
        kind: "timeseries",
        unit: "short",
        isStacked: true,
        queries: [{ expr: rate("tocsin_readiness_checks_total", ["verdict"]), legend: "{{verdict}}" }],
      },
      {
        title: "Not ready",
        description: "Agents, services, teams and events by why they are not ready.",
        kind: "timeseries",
        unit: "short",
        isStacked: true,
        queries: [
          {
            expr: known("tocsin_objects", ["kind", "reason"], `reason!~"${MEANT}"`),
            legend: "{{kind}} {{reason}}",
          },
        ],
      },
      {
        title: "Semantic checks",
        description: "A second, by verdict. On a cluster, of the agents whose pods your Prometheus may read.",
        kind: "timeseries",
        unit: "ops",
        isStacked: true,
        queries: [
          // Counted in the namespaces of agents, which are not the operator's.
          {
            expr: "sum by (verdict) (rate(tocsin_readiness_checks_total[$__rate_interval]))",
            legend: "{{verdict}}",
          },
        ],
      },
      {
        title: "Tokens",
        description: "Tokens a second by agent: `prompt` is what models read, `completion` what they write.",
        kind: "timeseries",
        unit: "short",
        isStacked: true,
        queries: [
          { expr: rate("tocsin_tokens_total", ["agent", "direction"]), legend: "{{agent}} {{direction}}" },
        ],
      },
    ],
  },
];
