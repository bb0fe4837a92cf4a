import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentSpec } from "../../../../lib/api/agent.ts";
import { parseAgentDocument } from "../../../../runtime/domain/agent/agent-document.ts";
import { agentPodTemplate, type PodFacts } from "../../../../runtime/domain/agent/agent-pod-template.ts";
import { probeFields } from "../../../../runtime/domain/agent/probe-fields.ts";
import { anAgent } from "../../../support/a-local-host.ts";

const test = suite("agentPodTemplate");

const facts: PodFacts = { image: "tocsin:0.1.0", baseURL: "http://provider.example/v1" };
const templateOf = (spec: Partial<AgentSpec> = {}, more: Partial<PodFacts> = {}) =>
  agentPodTemplate(anAgent(spec), { ...facts, ...more });

function containerOf(spec: Partial<AgentSpec> = {}, more: Partial<PodFacts> = {}) {
  const [container, ...others] = templateOf(spec, more).spec.containers;
  assert.is(others.length, 0);
  if (container === undefined) throw new Error("there is no container");
  return container;
}

test("keeps to the restricted Pod Security Standard", () => {
  const { securityContext } = templateOf().spec;
  assert.equal(securityContext, {
    runAsNonRoot: true,
    runAsUser: 65_532,
    runAsGroup: 65_532,
    seccompProfile: { type: "RuntimeDefault" },
  });
  assert.equal(containerOf().securityContext, {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
});

test("gives the pod nothing of the cluster", () => {
  const { automountServiceAccountToken, enableServiceLinks } = templateOf().spec;
  assert.is(automountServiceAccountToken, false);
  assert.is(enableServiceLinks, false);
});

test("runs the agent's server of the operator's image", () => {
  const { name, image, imagePullPolicy, command, ports } = containerOf();
  assert.equal([name, image, imagePullPolicy], ["agent", "tocsin:0.1.0", "IfNotPresent"]);
  assert.equal(command, ["node", "/app/agent.js"]);
  assert.equal(ports, [{ name: "http", containerPort: 8080, protocol: "TCP" }]);
});

test("is pulled with the Secrets that the operator is told of, else with those of its account", () => {
  assert.equal(templateOf({}, { pullSecrets: ["registry", "mirror"] }).spec.imagePullSecrets, [
    { name: "registry" },
    { name: "mirror" },
  ]);
  for (const none of [{}, { pullSecrets: [] }])
    assert.is("imagePullSecrets" in templateOf({}, none).spec, false);
});

test("says in its environment which pod it is", () => {
  const fields = containerOf().env.map(({ name, valueFrom }) => [name, valueFrom.fieldRef.fieldPath]);
  assert.equal(fields, [
    ["POD_NAME", "metadata.name"],
    ["POD_UID", "metadata.uid"],
    ["POD_IP", "status.podIP"],
  ]);
});

test("lets the longest step end before the pod is killed", () => {
  assert.is(templateOf().spec.terminationGracePeriodSeconds, 86_430);
});

test("is not process 1, which the kernel spares SIGTERM before it listens for it", () => {
  assert.is(templateOf().spec.shareProcessNamespace, true);
});

test("is probed as its Agent says", () => {
  const livenessProbe = { type: "semantic", intervalSeconds: 7 } as const;
  const { startupProbe, livenessProbe: liveness, readinessProbe } = containerOf({ livenessProbe });
  const probes = { startupProbe, livenessProbe: liveness, readinessProbe };
  assert.equal(probes, probeFields({ spec: anAgent({ livenessProbe }).spec }));
  assert.is(readinessProbe.periodSeconds, 7);
});

test("carries what the pod is to be, and no more", () => {
  const { metadata } = templateOf({ systemPrompt: "Be brief.", replicas: 7 }, { modelOverride: "other" });
  const document = parseAgentDocument(metadata.annotations["tocsin.dev/agent-spec"] ?? "");
  assert.equal(document, {
    namespace: "default",
    agent: "writer",
    baseURL: "http://provider.example/v1",
    spec: {
      model: "other",
      systemPrompt: "Be brief.",
      maxConcurrentTasks: 4,
      livenessProbe: { type: "ping", intervalSeconds: 60 },
    },
  });
  assert.is(metadata.annotations["tocsin.dev/max-tasks"], "4");
  assert.equal(metadata.labels, {
    "tocsin.dev/agent": "writer",
    "app.kubernetes.io/managed-by": "tocsin.dev",
  });
});

test("is the same for another number of replicas, so that scaling rolls nothing", () => {
  assert.equal(templateOf({ replicas: 1 }), templateOf({ replicas: 3 }));
});

test("mounts the document and the task token, read-only", () => {
  assert.equal(containerOf().volumeMounts, [
    { name: "agent", mountPath: "/etc/tocsin/agent", readOnly: true },
    { name: "tasks", mountPath: "/etc/tocsin/tasks", readOnly: true },
  ]);
  const fieldRef = { fieldPath: "metadata.annotations['tocsin.dev/agent-spec']" };
  const items = [{ key: "token", path: "token" }];
  assert.equal(templateOf().spec.volumes, [
    { name: "agent", downwardAPI: { defaultMode: 0o444, items: [{ path: "spec.json", fieldRef }] } },
    { name: "tasks", secret: { secretName: "writer-tasks", optional: false, defaultMode: 0o444, items } },
  ]);
});

test("mounts the provider's key where there is one, and starts without it too", () => {
  const providerKey = { name: "keys", key: "openai" };
  assert.equal(containerOf({}, { providerKey }).volumeMounts.at(-1), {
    name: "provider",
    mountPath: "/etc/tocsin/provider",
    readOnly: true,
  });
  const items = [{ key: "openai", path: "key" }];
  assert.equal(templateOf({}, { providerKey }).spec.volumes.at(-1), {
    name: "provider",
    secret: { secretName: "keys", optional: true, defaultMode: 0o444, items },
  });
});

type Given = NonNullable<AgentSpec["resources"]>;
const resources: readonly { name: string; given: Given; expected: object }[] = [
  {
    name: "defaults where the Agent names none",
    given: {},
    expected: { requests: { cpu: "50m", memory: "128Mi" }, limits: { memory: "512Mi" } },
  },
  {
    name: "no default limit below what is requested",
    given: { requests: { memory: "1Gi" } },
    expected: { requests: { cpu: "50m", memory: "1Gi" }, limits: {} },
  },
  {
    name: "no default request above a limit",
    given: { limits: { memory: "64Mi", cpu: "10m" } },
    expected: { requests: {}, limits: { memory: "64Mi", cpu: "10m" } },
  },
  {
    name: "what the Agent names",
    given: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "2", memory: "2Gi" } },
    expected: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "2", memory: "2Gi" } },
  },
];
for (const { name, given, expected } of resources) {
  test(`has the resources: ${name}`, () => {
    assert.equal(containerOf({ resources: given }).resources, expected);
  });
}

test.run();
