import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LINGER_SECONDS, STOP_SECONDS } from "../../../lib/operator/operator-deployment.ts";
import { RENEW_LIMIT_MS } from "../../../runtime/adapters/kubernetes/lease-leadership.ts";
import { CLOSE_GRACE_MS } from "../../../runtime/composition/start-replica.ts";
import { installedOperator, theOnly } from "../../support/installed-operator.ts";

const test = suite("OperatorDeployment");

type Deployment = {
  readonly replicas: number;
  readonly strategy: object;
  readonly template: { readonly spec: Readonly<Record<string, unknown>> };
};
const specOf = (...props: Parameters<typeof installedOperator>) =>
  theOnly(installedOperator(...props), "Deployment").spec as unknown as Deployment;
const podOf = (...props: Parameters<typeof installedOperator>) => specOf(...props).template.spec;
const containerOf = (...props: Parameters<typeof installedOperator>) =>
  (podOf(...props)["containers"] as readonly Readonly<Record<string, unknown>>[])[0] ?? {};

test("keeps to the restricted Pod Security Standard, with a root file system that nobody writes", () => {
  assert.equal(podOf()["securityContext"], {
    runAsNonRoot: true,
    runAsUser: 65_532,
    runAsGroup: 65_532,
    seccompProfile: { type: "RuntimeDefault" },
  });
  assert.equal(containerOf()["securityContext"], {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  for (const open of ["hostNetwork", "hostPID", "hostIPC", "volumes", "initContainers"])
    assert.is(podOf()[open], undefined);
});

test("runs two replicas of the pinned image, or what it is told", () => {
  assert.is(specOf().replicas, 2);
  assert.is(containerOf()["image"], "tocsin:0.1.0");
  assert.equal(containerOf()["command"], ["node", "/app/operator.js"]);
  assert.is(specOf({ replicas: 5 }).replicas, 5);
  assert.is(containerOf({ image: "registry.example/tocsin:1" })["image"], "registry.example/tocsin:1");
  assert.equal(podOf({ imagePullSecrets: ["pull"] })["imagePullSecrets"], [{ name: "pull" }]);
});

test("pulls a pinned image once a node, and is given its account's token and no list of Services", () => {
  assert.is(containerOf()["imagePullPolicy"], "IfNotPresent");
  const { serviceAccountName, automountServiceAccountToken, enableServiceLinks } = podOf();
  assert.equal(
    [serviceAccountName, automountServiceAccountToken, enableServiceLinks],
    ["tocsin-operator", true, false],
  );
});

test("answers the kubelet's probes on the port of its own endpoints", () => {
  const probe = (path: string, periodSeconds: number, failureThreshold: number) => ({
    httpGet: { path, port: "metrics" },
    timeoutSeconds: 3,
    periodSeconds,
    failureThreshold,
  });
  assert.equal(containerOf()["startupProbe"], probe("/healthz", 1, 60));
  assert.equal(containerOf()["livenessProbe"], probe("/healthz", 10, 3));
  assert.equal(containerOf()["readinessProbe"], probe("/readyz", 5, 3));
  assert.equal(containerOf()["ports"], [
    { name: "webhook", containerPort: 8092, protocol: "TCP" },
    { name: "metrics", containerPort: 8081, protocol: "TCP" },
  ]);
});

test("reserves and limits, and what is given replaces only itself", () => {
  const requests = { cpu: "100m", memory: "192Mi" };
  const limits = { cpu: "1", memory: "512Mi" };
  assert.equal(containerOf()["resources"], { requests, limits });
  const given = { limits: { memory: "1Gi" } };
  assert.equal(containerOf({ resources: given })["resources"], {
    requests,
    limits: { ...limits, memory: "1Gi" },
  });
});

test("is replaced one ready pod by the next, and spread over nodes and zones as far as there are any", () => {
  assert.equal(specOf().strategy, {
    type: "RollingUpdate",
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
  });
  const constraints = podOf()["topologySpreadConstraints"] as readonly Record<string, unknown>[];
  assert.equal(
    constraints.map(({ topologyKey, whenUnsatisfiable }) => [topologyKey, whenUnsatisfiable]),
    [
      ["kubernetes.io/hostname", "ScheduleAnyway"],
      ["topology.kubernetes.io/zone", "ScheduleAnyway"],
    ],
  );
});

test("tells new pods from old ones where it spreads them", () => {
  const constraints = podOf()["topologySpreadConstraints"] as readonly Record<string, unknown>[];
  for (const constraint of constraints) {
    assert.equal(constraint["labelSelector"], {
      matchLabels: { "app.kubernetes.io/name": "tocsin-operator" },
    });
    assert.equal(constraint["matchLabelKeys"], ["pod-template-hash"]);
  }
});

test("runs where it is told to, and says nothing about it otherwise", () => {
  const scheduling = {
    nodeSelector: { "node-role.kubernetes.io/infra": "" },
    tolerations: [{ key: "infra", operator: "Exists", effect: "NoSchedule" }],
    priorityClassName: "system-cluster-critical",
  };
  for (const [field, value] of Object.entries(scheduling)) {
    assert.equal(podOf({ scheduling })[field], value);
    assert.is(field in podOf(), false);
  }
});

test("lingers while other nodes still send to it, and then has longer to stop than a stop can take", () => {
  assert.equal(containerOf()["lifecycle"], { preStop: { sleep: { seconds: LINGER_SECONDS } } });
  assert.is(podOf()["terminationGracePeriodSeconds"], LINGER_SECONDS + STOP_SECONDS);
  // Webhooks, metrics and a stand-in close one after the other, after the lead was handed over.
  assert.ok(STOP_SECONDS * 1_000 > 1.5 * (3 * CLOSE_GRACE_MS + RENEW_LIMIT_MS));
});

test.run();
