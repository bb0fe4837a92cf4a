import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Agent, AgentStatus } from "../../../../lib/api/agent.ts";
import { API_VERSION } from "../../../../lib/api/group.ts";
import { agentsTable } from "../../../../runtime/cli/views/agents-table.ts";

const now = new Date("2026-01-01T00:05:00Z");
const ready = (status: "True" | "False", reason: string, message: string) => [
  { type: "Ready", status, reason, message, lastTransitionTime: "2026-01-01T00:00:00Z" },
];

function anAgent(status?: AgentStatus): Agent {
  const metadata = {
    name: "critic",
    uid: "u",
    resourceVersion: "1",
    creationTimestamp: "2026-01-01T00:00:00Z",
  };
  const livenessProbe = { type: "semantic", intervalSeconds: 5 } as const;
  const spec = { model: "small", replicas: 2, maxConcurrentTasks: 4, livenessProbe };
  return {
    apiVersion: API_VERSION,
    kind: "Agent",
    metadata,
    spec,
    ...(status === undefined ? {} : { status }),
  };
}

const test = suite("agentsTable");

test("shows pods that are ready, and what the last probe found", () => {
  const agent = anAgent({
    readyReplicas: 2,
    lastProbe: [
      { pod: "critic-0", at: "2026-01-01T00:00:00Z", verdict: "Healthy" },
      { pod: "critic-1", at: "2026-01-01T00:04:00Z", verdict: "Healthy" },
    ],
    conditions: ready("True", "Ready", "2 of 2 pods ready"),
  });
  assert.equal(agentsTable([agent], { now }), [
    "NAME     MODEL   READY   PROBE         LAST VERDICT",
    "critic   small   2/2     semantic 5s   Healthy 60s ago",
  ]);
});

test("says which pod is not well and why, even where others are", () => {
  const agent = anAgent({
    readyReplicas: 1,
    lastProbe: [
      { pod: "critic-0", at: "2026-01-01T00:04:00Z", verdict: "Healthy" },
      {
        pod: "critic-1",
        at: "2026-01-01T00:00:00Z",
        verdict: "Unhealthy",
        reason: "Refusal",
        message: "it refused",
      },
    ],
    conditions: ready("True", "Ready", "1 of 2 pods ready"),
  });
  assert.match(agentsTable([agent], { now })[1] ?? "", /1\/2 .* critic-1: Refusal: it refused$/);
});

test("says what is wrong with an agent without pods", () => {
  const agent = anAgent({ conditions: ready("False", "ProviderKeyMissing", "make the Secret") });
  assert.match(
    agentsTable([agent], { now })[1] ?? "",
    /0\/2 +semantic 5s +- +ProviderKeyMissing: make the Secret$/,
  );
});

test("knows nothing of an agent that the operator has not seen", () => {
  assert.match(agentsTable([anAgent()], { now })[1] ?? "", /has not looked at it yet$/);
});

test.run();
