import type { AlertGroup } from "./alert.ts";
import { CONTROLLERS } from "./controllers.ts";

/** More keys than this never wait while the leader keeps up: each of its workers has dozens in hand. */
const QUEUE_LIMIT = 1_000;

/** What is wrong with the operator itself. */
export const operatorAlerts: AlertGroup = {
  name: "tocsin.operator",
  alerts: [
    {
      name: "TocsinAbsent",
      expr: "absent(tocsin_leader)",
      for: "5m",
      severity: "critical",
      summary: "Nothing is known of any Tocsin operator.",
      description: "No replica answers Prometheus: either none runs, or none is scraped.",
      section: "metrics-are-missing",
    },
    {
      name: "TocsinNoLeader",
      // A takeover after a crash takes up to 15 seconds.
      expr: "sum by (namespace) (tocsin_leader) == 0",
      for: "1m",
      severity: "critical",
      summary: "No replica of the operator leads.",
      description: "Webhooks are still acknowledged and stored, but no run starts and no schedule fires.",
      section: "no-replica-leads",
    },
    {
      name: "TocsinTwoLeaders",
      expr: "sum by (namespace) (tocsin_leader) > 1",
      for: "2m",
      severity: "critical",
      summary: "{{ $value }} replicas of the operator say that they lead.",
      description:
        "Writes of the older one fail, so nothing fires twice; it does needless work, or there are two installations.",
      section: "no-replica-leads",
    },
    {
      name: "TocsinReconcilesFail",
      expr: `sum by (namespace, controller) (rate(controller_runtime_reconcile_errors_total{controller=~"${CONTROLLERS}"}[10m])) > 0.1`,
      for: "15m",
      severity: "warning",
      summary: "Reconciles of {{ $labels.controller }} fail again and again.",
      description:
        "What is declared is not carried out, or late. The operator's log names the object and the error.",
      section: "reconciles-fail-or-pile-up",
    },
    {
      name: "TocsinWorkPilesUp",
      expr: `max by (namespace, name) (workqueue_depth{name=~"${CONTROLLERS}"}) > ${QUEUE_LIMIT}`,
      for: "10m",
      severity: "warning",
      summary: "{{ $value }} keys wait in the queue {{ $labels.name }}.",
      description: "The leader does not keep up, so fires are counted and runs are started late.",
      section: "reconciles-fail-or-pile-up",
    },
  ],
};
