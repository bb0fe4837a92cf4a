import type { Alert, AlertGroup } from "./alert.ts";
import { firingAlerts } from "./firing-alerts.ts";
import { operatorAlerts } from "./operator-alerts.ts";
import { resourceAlerts } from "./resource-alerts.ts";

/** Every alert, by group. */
export const ALERT_GROUPS: readonly AlertGroup[] = [operatorAlerts, firingAlerts, resourceAlerts];

/** The document that alerts lead to. */
export const TROUBLESHOOTING = "troubleshooting.md";

/**
 * The groups as Prometheus reads them in a file of rules, which is also what a PrometheusRule has as its spec.
 * @param documentsURL where docs/ is published; absent: alerts name the file alone
 */
export function alertRules(documentsURL?: string): { readonly groups: readonly object[] } {
  const base = documentsURL?.replace(/\/+$/, "");
  return {
    groups: ALERT_GROUPS.map(({ name, alerts }) => ({
      name,
      rules: alerts.map((alert) => ruleOf(alert, base)),
    })),
  };
}

function ruleOf(alert: Alert, documentsURL: string | undefined): object {
  const { name, expr, severity, summary, description, section } = alert;
  const page = `${TROUBLESHOOTING}#${section}`;
  return {
    alert: name,
    expr,
    ...(alert.for !== undefined && { for: alert.for }),
    labels: { severity },
    annotations: {
      summary,
      description,
      // The name that Alertmanager's receivers and Grafana know is for what can be clicked.
      ...(documentsURL === undefined
        ? { runbook: `docs/${page}` }
        : { runbook_url: `${documentsURL}/${page}` }),
    },
  };
}
