import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AGENT_PODS, agentLabels, agentPodLabels } from "../../../../runtime/domain/agent/agent-labels.ts";

const test = suite("agentLabels");

test("hold those by which pods are selected, and say who manages the object", () => {
  assert.equal(agentPodLabels("writer"), { "tocsin.dev/agent": "writer" });
  assert.equal(agentLabels("writer"), {
    "tocsin.dev/agent": "writer",
    "app.kubernetes.io/managed-by": "tocsin.dev",
  });
  assert.ok(AGENT_PODS in agentPodLabels("writer"));
});

test.run();
