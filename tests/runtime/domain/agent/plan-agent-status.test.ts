import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Agent, PodProbe } from "../../../../lib/api/agent.ts";
import { type ObservedAgent, planAgentStatus } from "../../../../runtime/domain/agent/plan-agent-status.ts";

const NOW = new Date("2026-01-01T00:00:00Z");
const LATER = new Date("2026-01-01T01:00:00Z");
const agentWith = (replicas: number): Agent => ({
  apiVersion: "tocsin.dev/v1alpha1",
  kind: "Agent",
  metadata: {
    name: "writer",
    namespace: "default",
    uid: "agent-uid",
    resourceVersion: "1",
    generation: 2,
    creationTimestamp: "2026-01-01T00:00:00Z",
  },
  spec: { model: "m", replicas, maxConcurrentTasks: 4, livenessProbe: { type: "ping", intervalSeconds: 60 } },
});
const probe = (pod: string, verdict: PodProbe["verdict"], parts: Partial<PodProbe> = {}): PodProbe => ({
  pod,
  at: "2026-01-01T00:00:00Z",
  verdict,
  ...parts,
});
const plan = (parts: Partial<ObservedAgent>, now = NOW) =>
  planAgentStatus({ agent: agentWith(2), pods: [], probes: [], problem: undefined, ...parts }, now);
const pods = [
  { pod: "a", isReady: true },
  { pod: "b", isReady: false },
];

const test = suite("planAgentStatus");

const cases: [
  name: string,
  parts: Partial<ObservedAgent>,
  status: string,
  reason: string,
  message: RegExp,
][] = [
  ["one pod is ready", { pods }, "True", "Ready", /^1 of 2 pods ready$/],
  ["no pod is ready", { pods: pods.slice(1) }, "False", "NoReadyPod", /^no pod is ready for tasks$/],
  [
    "a check says why no pod is ready",
    { pods: pods.slice(1), probes: [probe("b", "Unhealthy", { reason: "Refusal", message: "it refused" })] },
    "False",
    "NoReadyPod",
    /: Refusal: it refused$/,
  ],
  ["there should be no pod", { agent: agentWith(0) }, "False", "ScaledToZero", /replicas is 0/],
  [
    "something keeps it from being served, though a pod is ready",
    { pods, problem: { reason: "ProviderKeyMissing", message: "no key" } },
    "False",
    "ProviderKeyMissing",
    /^no key$/,
  ],
];
for (const [name, parts, status, reason, message] of cases) {
  test(`says ${reason} where ${name}`, () => {
    const [condition] = plan(parts).conditions ?? [];
    assert.equal([condition?.status, condition?.reason], [status, reason]);
    assert.match(condition?.message ?? "", message);
  });
}

test("keeps the last probe of each pod that exists, and forgets those of others", () => {
  const agent = {
    ...agentWith(2),
    status: { lastProbe: [probe("a", "Unhealthy"), probe("gone", "Healthy")] },
  };
  const planned = plan({ agent, pods, probes: [probe("b", "Healthy")] });
  assert.equal(
    planned.lastProbe?.map(({ pod }) => pod),
    ["a", "b"],
  );
  assert.equal([planned.replicas, planned.readyReplicas, planned.observedGeneration], [2, 1, 2]);
});

test("plans nothing new on the status that it planned", () => {
  const probes = [probe("a", "Healthy")];
  const status = plan({ pods, probes });
  assert.equal(plan({ agent: { ...agentWith(2), status }, pods, probes }, LATER), status);
});

test("keeps no more probes than a status may hold, also while pods are replaced", () => {
  const many = Array.from({ length: 101 }, (_, index) => ({ pod: `p${index}`, isReady: true }));
  const { lastProbe, readyReplicas } = plan({
    pods: many,
    probes: many.map(({ pod }) => probe(pod, "Healthy")),
  });
  assert.equal([lastProbe?.length, readyReplicas], [100, 101]);
});

test.run();
