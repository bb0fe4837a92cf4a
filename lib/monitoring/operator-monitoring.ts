import { ApiObject } from "cdk8s";
import { k8s } from "cdk8s-plus-27";
import { Construct } from "constructs";
import { AGENT_PORT_NAME } from "../api/agent-pod.ts";
import { OPERATOR_NAME, OPERATOR_NAMESPACE } from "../api/group.ts";
import { Label, OPERATOR_LABELS } from "../api/keys.ts";
import { INSTALLATION_LABELS, metadataIn } from "../operator/installation.ts";
import { PortName } from "../operator/operator-container.ts";
import { METRICS_COMPONENT } from "../operator/operator-services.ts";
import { alertRules } from "./alert-rules.ts";
import { operatorDashboard } from "./dashboard/operator-dashboard.ts";

/** How an operator is watched. */
export type OperatorMonitoringProps = {
  /**
   * Namespace of the operator.
   * @default "tocsin-system"
   */
  readonly namespace?: string | undefined;
  /**
   * Labels by which a Prometheus chooses what it reads, such as `release` of the chart kube-prometheus-stack.
   * @default - none: for a Prometheus that reads everything
   */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /**
   * Whether agents' pods are read as well, which say how their checks end; the operator has to be told from where, by
   * its prop `agentMetricsFrom`.
   * @default false
   */
  readonly agents?: boolean | undefined;
  /**
   * Where docs/ is published, for the links of alerts.
   * @default - alerts name the file and the section
   */
  readonly documentsURL?: string | undefined;
};

const MONITORING = "monitoring.coreos.com/v1";
/** What Grafana's sidecar looks for, in the chart kube-prometheus-stack and in Grafana's own. */
const DASHBOARD_LABEL = { grafana_dashboard: "1" } as const;

/** Has the Prometheus operator read every replica's metrics and know the alerts, and Grafana show the dashboard. */
export class OperatorMonitoring extends Construct {
  constructor(scope: Construct, id: string, props: OperatorMonitoringProps = {}) {
    super(scope, id);
    const { namespace = OPERATOR_NAMESPACE, labels = {}, documentsURL, agents = false } = props;
    const metadata = { ...metadataIn(namespace), labels: { ...INSTALLATION_LABELS, ...labels } };
    new ApiObject(this, "monitor", {
      apiVersion: MONITORING,
      kind: "ServiceMonitor",
      metadata,
      spec: {
        selector: { matchLabels: { ...OPERATOR_LABELS, ...METRICS_COMPONENT } },
        endpoints: [{ port: PortName.metrics }],
      },
    });
    if (agents)
      new ApiObject(this, "agents", {
        apiVersion: MONITORING,
        kind: "PodMonitor",
        metadata: { ...metadata, name: `${OPERATOR_NAME}-agents` },
        spec: {
          namespaceSelector: { any: true },
          selector: { matchExpressions: [{ key: Label.agent, operator: "Exists" }] },
          podTargetLabels: [Label.agent],
          podMetricsEndpoints: [{ port: AGENT_PORT_NAME }],
        },
      });
    new ApiObject(this, "rules", {
      apiVersion: MONITORING,
      kind: "PrometheusRule",
      metadata,
      spec: alertRules(documentsURL),
    });
    new k8s.KubeConfigMap(this, "dashboard", {
      metadata: {
        ...metadataIn(namespace, `${OPERATOR_NAME}-dashboard`),
        labels: { ...INSTALLATION_LABELS, ...DASHBOARD_LABEL },
      },
      data: { "tocsin.json": dashboardText() },
    });
  }
}

/** The dashboard as a file that Grafana imports. */
export function dashboardText(): string {
  return `${JSON.stringify(operatorDashboard(), undefined, 2)}\n`;
}
