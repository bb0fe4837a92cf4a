import { App, Chart } from "cdk8s";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { alertRules } from "../../../lib/monitoring/alert-rules.ts";
import { operatorDashboard } from "../../../lib/monitoring/dashboard/operator-dashboard.ts";
import {
  OperatorMonitoring,
  type OperatorMonitoringProps,
} from "../../../lib/monitoring/operator-monitoring.ts";
import { METRICS_SERVICE } from "../../../lib/operator/operator-services.ts";
import { agentPodTemplate } from "../../../runtime/domain/agent/agent-pod-template.ts";
import { anAgent } from "../../support/a-local-host.ts";
import { type InstalledObject, installedOperator, theOnly } from "../../support/installed-operator.ts";

const test = suite("OperatorMonitoring");

function monitoring(props?: OperatorMonitoringProps): readonly InstalledObject[] {
  const chart = new Chart(new App(), "test");
  new OperatorMonitoring(chart, "monitoring", props);
  return chart.toJson();
}

test("reads the port of the Service that the operator is installed with", () => {
  const { selector, endpoints } = theOnly(monitoring(), "ServiceMonitor").spec as {
    selector: { matchLabels: Record<string, string> };
    endpoints: { port: string }[];
  };
  const services = installedOperator().filter(({ kind }) => kind === "Service");
  const chosen = services.filter(({ metadata }) =>
    Object.entries(selector.matchLabels).every(([key, value]) => metadata.labels[key] === value),
  );
  assert.equal(
    chosen.map(({ metadata }) => metadata.name),
    [METRICS_SERVICE],
  );
  const ports = (chosen.at(0)?.spec["ports"] as { name: string }[] | undefined)?.map(({ name }) => name);
  assert.equal(
    endpoints.map(({ port }) => port),
    ports,
  );
});

test("reads agents' pods only where it is told to: others can't be reached", () => {
  assert.equal(
    monitoring().filter(({ kind }) => kind === "PodMonitor"),
    [],
  );
  const { spec } = theOnly(monitoring({ agents: true }), "PodMonitor");
  const { metadata, spec: pod } = agentPodTemplate(anAgent(), { image: "i:1", baseURL: "http://p.example" });
  const [{ key }] = (spec["selector"] as { matchExpressions: [{ key: string }] }).matchExpressions;
  assert.is(metadata.labels[key], "writer");
  assert.equal(spec["podMetricsEndpoints"], [{ port: pod.containers[0]?.ports[0]?.name }]);
  assert.equal(spec["podTargetLabels"], [key]);
  assert.equal(spec["namespaceSelector"], { any: true });
});

test("carries the alerts and the dashboard", () => {
  const objects = monitoring({ documentsURL: "https://docs.example.com" });
  assert.equal(theOnly(objects, "PrometheusRule").spec, alertRules("https://docs.example.com"));
  const { data, metadata } = theOnly(objects, "ConfigMap") as InstalledObject & {
    readonly data: Readonly<Record<string, string>>;
  };
  assert.is(metadata.labels["grafana_dashboard"], "1");
  assert.equal(JSON.parse(data["tocsin.json"] ?? ""), operatorDashboard());
});

test("lives where the operator does, with the labels that a Prometheus chooses by", () => {
  const objects = monitoring({ namespace: "bells", labels: { release: "monitoring" } });
  for (const { kind, metadata } of objects) {
    assert.is(metadata.namespace, "bells", kind);
    assert.is(metadata.labels["release"], kind === "ConfigMap" ? undefined : "monitoring", kind);
  }
});

test.run();
