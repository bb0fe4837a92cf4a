import { ApiObject, App, Chart } from "cdk8s";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Operator } from "../../lib/operator/operator.ts";
import { checkWorkloads, workloadFlaws } from "../../synth/check-workloads.ts";

const fit = {
  name: "main",
  image: "tocsin:0.1.0",
  resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { memory: "1Gi" } },
  livenessProbe: {},
  readinessProbe: {},
};
const deploymentOf = (container: object, more: object = {}) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "app" },
  spec: { template: { spec: { containers: [container], ...more } } },
});
const { livenessProbe: _l, readinessProbe: _r, ...unprobed } = fit;

const flaws = suite("workloadFlaws");

flaws("finds nothing in a container that is fit, nor in what has none", () => {
  assert.equal(workloadFlaws(deploymentOf(fit) as never), []);
  assert.equal(workloadFlaws({ kind: "Service", metadata: { name: "app" }, spec: {} }), []);
});

const unfit: readonly [field: string, container: object][] = [
  ["image", { ...fit, image: "tocsin:latest" }],
  ["image", { ...fit, image: "tocsin" }],
  ["image", { ...fit, image: undefined }],
  ["resources.requests.cpu", { ...fit, resources: { ...fit.resources, requests: { memory: "1Gi" } } }],
  ["resources.requests.memory", { ...fit, resources: { ...fit.resources, requests: { cpu: "1" } } }],
  ["resources.limits.memory", { ...fit, resources: { ...fit.resources, limits: {} } }],
  ["livenessProbe", { ...fit, livenessProbe: undefined }],
  ["readinessProbe", { ...fit, readinessProbe: undefined }],
];
for (const [field, container] of unfit) {
  const { image } = container as { image?: string };
  flaws(`finds that ${field} is not as it should be (${image})`, () => {
    const found = workloadFlaws(deploymentOf(container) as never);
    assert.is(found.length, 1);
    assert.match(found[0] ?? "", `Deployment app, container main: ${field}`);
  });
}

flaws("looks into init containers, Pods and Jobs, of which only what serves needs probes", () => {
  const bad = { ...unprobed, name: "init", image: "tocsin:latest" };
  const found = workloadFlaws(deploymentOf(fit, { initContainers: [bad] }) as never);
  assert.equal(found.length, 1);
  const pod = { kind: "Pod", metadata: { name: "p" }, spec: { containers: [unprobed] } };
  assert.is(workloadFlaws(pod as never).length, 2);
  const job = { ...deploymentOf(unprobed), kind: "Job" };
  assert.equal(workloadFlaws(job as never), []);
});

flaws.run();

const check = suite("checkWorkloads");

check("lets the operator pass", () => {
  const app = new App();
  new Operator(new Chart(app, "operator"), "tocsin");
  checkWorkloads(app);
});

check("refuses an app before anything is written, and names the construct", () => {
  const app = new App();
  new ApiObject(new Chart(app, "chart"), "mine", deploymentOf({ ...fit, image: "tocsin:latest" }));
  assert.throws(
    () => checkWorkloads(app),
    (error: Error) =>
      /chart\/mine: Deployment app, container main: image: "tocsin:latest"/.test(error.message),
  );
});

check.run();
