import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentService } from "../../../../lib/api/agent-service.ts";
import { planServiceStatus } from "../../../../runtime/domain/routing/plan-service-status.ts";

const NOW = new Date("2026-01-01T00:00:00Z");
const LATER = new Date("2026-01-01T01:00:00Z");
const service: AgentService = {
  apiVersion: "tocsin.dev/v1alpha1",
  kind: "AgentService",
  metadata: {
    name: "desk",
    namespace: "default",
    uid: "service-uid",
    resourceVersion: "1",
    generation: 4,
    creationTimestamp: "2026-01-01T00:00:00Z",
  },
  spec: { selector: { matchLabels: { role: "writer" } } },
};
const ready = { isReady: true, isTerminating: false };
const notReady = { isReady: false, isTerminating: false };
const leaving = { isReady: true, isTerminating: true };

const test = suite("planServiceStatus");

const cases: [
  name: string,
  agents: number,
  endpoints: (typeof ready)[],
  readyOnes: number,
  reason: string,
][] = [
  ["no agent is selected", 0, [], 0, "NoAgents"],
  ["agents have no pods", 2, [], 0, "NoReadyPod"],
  ["no pod is ready", 1, [notReady, leaving], 0, "NoReadyPod"],
  ["one pod is ready", 1, [ready, notReady], 1, "Ready"],
];
for (const [name, agents, endpoints, readyOnes, reason] of cases) {
  test(`counts pods and says ${reason} where ${name}`, () => {
    const status = planServiceStatus({ service, agents, endpoints }, NOW);
    assert.is(status.endpoints, endpoints.length);
    assert.is(status.readyEndpoints, readyOnes);
    assert.is(status.observedGeneration, 4);
    assert.is(status.conditions?.[0]?.reason, reason);
    assert.is(status.conditions?.[0]?.status, readyOnes > 0 ? "True" : "False");
  });
}

test("plans nothing new on the status that it planned", () => {
  const observed = { service, agents: 1, endpoints: [ready] };
  const status = planServiceStatus(observed, NOW);
  assert.equal(planServiceStatus({ ...observed, service: { ...service, status } }, LATER), status);
});

test.run();
