import { App, Chart } from "cdk8s";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFINITIONS } from "../../../lib/api/definitions.ts";
import { qualifiedPlural } from "../../../lib/api/resource-type.ts";
import { Operator } from "../../../lib/operator/operator.ts";
import { InvalidConstructError } from "../../../lib/teams/invalid-construct-error.ts";
import { type InstalledObject, installedOperator, theOnly } from "../../support/installed-operator.ts";

const test = suite("Operator");

const NAME = "tocsin-operator";
const namesOf = (objects: readonly InstalledObject[]) =>
  objects.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ""}/${metadata.name}`);

test("is these objects, by names that stay, with the namespace first", () => {
  assert.equal(namesOf(installedOperator()), [
    "Namespace /tocsin-system",
    "ServiceAccount tocsin-system/tocsin-operator",
    "ClusterRole /tocsin-operator",
    "ClusterRoleBinding /tocsin-operator",
    "Role tocsin-system/tocsin-operator-own",
    "RoleBinding tocsin-system/tocsin-operator-own",
    "ClusterRole /tocsin-operator-view",
    "ClusterRole /tocsin-operator-edit",
    "ClusterRole /tocsin-operator-admin",
    "ValidatingAdmissionPolicy /tocsin-operator",
    "ValidatingAdmissionPolicyBinding /tocsin-operator",
    "Deployment tocsin-system/tocsin-operator",
    "Service tocsin-system/tocsin-operator",
    "Service tocsin-system/tocsin-operator-metrics",
    "PodDisruptionBudget tocsin-system/tocsin-operator",
    "NetworkPolicy tocsin-system/tocsin-operator",
  ]);
});

test("enforces the restricted Pod Security Standard in its namespace", () => {
  const { labels } = theOnly(installedOperator(), "Namespace").metadata;
  for (const mode of ["enforce", "audit", "warn"])
    assert.is(labels[`pod-security.kubernetes.io/${mode}`], "restricted");
});

test("selects its pods by the same labels everywhere, and its pods carry them", () => {
  const objects = installedOperator();
  const { spec } = theOnly(objects, "Deployment");
  const template = spec["template"] as Pick<InstalledObject, "metadata">;
  const matchLabels = { "app.kubernetes.io/name": NAME };
  assert.equal({ ...template.metadata.labels, ...matchLabels }, template.metadata.labels);
  assert.equal(spec["selector"], { matchLabels });
  for (const name of [NAME, `${NAME}-metrics`])
    assert.equal(theOnly(objects, "Service", name).spec["selector"], matchLabels);
  assert.equal(theOnly(objects, "PodDisruptionBudget").spec["selector"], { matchLabels });
  assert.equal(theOnly(objects, "NetworkPolicy").spec["podSelector"], { matchLabels });
});

test("has a Service for webhooks and a headless one for metrics, which a label tells from the other", () => {
  const objects = installedOperator({ metricsAnnotations: { "prometheus.io/scrape": "true" } });
  const port = (name: string, number: number) => ({ name, port: number, targetPort: name, protocol: "TCP" });
  const webhooks = theOnly(objects, "Service", NAME);
  assert.equal(webhooks.spec["ports"], [port("webhook", 8_092)]);
  assert.is(webhooks.spec["type"], "ClusterIP");
  const metrics = theOnly(objects, "Service", `${NAME}-metrics`);
  assert.equal(metrics.spec["ports"], [port("metrics", 8_081)]);
  assert.is(metrics.spec["clusterIP"], "None");
  assert.equal(metrics.metadata.annotations, { "prometheus.io/scrape": "true" });
  const componentOf = ({ metadata }: InstalledObject) => metadata.labels["app.kubernetes.io/component"];
  assert.equal([webhooks, metrics].map(componentOf), ["operator", "metrics"]);
});

test("lets webhooks in from everywhere, readers of metrics from pods, and nobody else", () => {
  assert.equal(theOnly(installedOperator(), "NetworkPolicy").spec["ingress"], [
    { ports: [{ port: 8092, protocol: "TCP" }] },
    { ports: [{ port: 8081, protocol: "TCP" }], from: [{ namespaceSelector: {} }] },
  ]);
  const ingress = [{ ipBlock: { cidr: "10.0.0.0/8" } }];
  const narrow = installedOperator({ networkAccess: { webhooksFrom: ingress, metricsFrom: [] } });
  assert.equal(theOnly(narrow, "NetworkPolicy").spec["ingress"], [
    { ports: [{ port: 8092, protocol: "TCP" }], from: ingress },
    { ports: [{ port: 8081, protocol: "TCP" }], from: [] },
  ]);
});

test("is drained from nodes one pod at a time", () => {
  const { spec } = theOnly(installedOperator(), "PodDisruptionBudget");
  assert.is(spec["maxUnavailable"], 1);
  assert.is(spec["minAvailable"], undefined);
  assert.is(spec["unhealthyPodEvictionPolicy"], "AlwaysAllow", "a pod that is not ready keeps no node");
});

test("runs under an account whose token nothing but its own pods is given", () => {
  const account = theOnly(installedOperator(), "ServiceAccount") as object;
  assert.is((account as { automountServiceAccountToken?: boolean }).automountServiceAccountToken, false);
});

test("brings the CRDs along unless told otherwise", () => {
  const crds = (objects: readonly InstalledObject[]) =>
    objects.filter(({ kind }) => kind === "CustomResourceDefinition").map(({ metadata }) => metadata.name);
  assert.equal(crds(installedOperator({ crds: true })), DEFINITIONS.map(qualifiedPlural));
  assert.equal(crds(installedOperator()), []);
});

test("puts everything into another namespace, under names that another operator does not have", () => {
  const objects = installedOperator({ namespace: "bells", watchedNamespaces: ["team-a"] });
  assert.equal(
    namesOf(objects).filter((name) => name.includes("tocsin-system")),
    [],
  );
  assert.ok(namesOf(objects).includes("ValidatingAdmissionPolicy /tocsin-operator-bells"));
  assert.ok(namesOf(objects).includes("Namespace /bells"));
});

test("leaves out what is turned off", () => {
  const kinds = installedOperator({ admissionPolicy: false, networkAccess: false, userRoles: false }).map(
    ({ kind, metadata }) => `${kind} ${metadata.name}`,
  );
  for (const left of ["Validating", "NetworkPolicy", "ClusterRole tocsin-operator-edit"])
    assert.equal(
      kinds.filter((kind) => kind.startsWith(left)),
      [],
    );
});

test("refuses props that can't be meant, and a chart's namespace, naming its own path", () => {
  const chart = new Chart(new App(), "test", { namespace: "elsewhere" });
  try {
    new Operator(chart, "operator", { replicas: 0 });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, InvalidConstructError);
    assert.match((error as Error).message, /test\/operator[\s\S]*replicas[\s\S]*"elsewhere"/);
  }
});

test.run();
