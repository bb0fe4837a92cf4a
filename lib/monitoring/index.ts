/** What a platform team imports to watch the operator as a part of its own charts. */
export type { Alert, AlertGroup, AlertSeverity } from "./alert.ts";
export { ALERT_GROUPS, alertRules } from "./alert-rules.ts";
export { operatorDashboard } from "./dashboard/operator-dashboard.ts";
export { OperatorMonitoring, type OperatorMonitoringProps } from "./operator-monitoring.ts";
