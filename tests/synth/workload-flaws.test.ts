import { suite } from "uvu";
import * as assert from "uvu/assert";
import { workloadFlaws } from "../../synth/workload-flaws.ts";

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

const test = suite("workloadFlaws");

test("finds nothing in a container that is fit, nor in what has none", () => {
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
  test(`finds that ${field} is not as it should be (${image})`, () => {
    const found = workloadFlaws(deploymentOf(container) as never);
    assert.is(found.length, 1);
    assert.match(found[0] ?? "", `Deployment app, container main: ${field}`);
  });
}

test("looks into init containers, Pods and Jobs, of which only what serves needs probes", () => {
  const bad = { ...unprobed, name: "init", image: "tocsin:latest" };
  const found = workloadFlaws(deploymentOf(fit, { initContainers: [bad] }) as never);
  assert.equal(found.length, 1);
  const pod = { kind: "Pod", metadata: { name: "p" }, spec: { containers: [unprobed] } };
  assert.is(workloadFlaws(pod as never).length, 2);
  const job = { ...deploymentOf(unprobed), kind: "Job" };
  assert.equal(workloadFlaws(job as never), []);
});

test.run();
