import { suite } from "uvu";
import * as assert from "uvu/assert";
import { agentDeployment, agentObjectMeta } from "../../../../runtime/domain/agent/agent-deployment.ts";
import { agentPodTemplate } from "../../../../runtime/domain/agent/agent-pod-template.ts";
import { anAgent } from "../../../support/a-local-host.ts";

const facts = { image: "tocsin:0.1.0", baseURL: "http://provider.example/v1" };
const agent = anAgent({ replicas: 3 });
const deployment = agentDeployment(agent, facts);

const test = suite("agentDeployment");

test("is an apps/v1 Deployment with the agent's replicas and pods", () => {
  assert.equal([deployment.apiVersion, deployment.kind], ["apps/v1", "Deployment"]);
  assert.is(deployment.spec.replicas, 3);
  assert.equal(deployment.spec.template, agentPodTemplate(agent, facts));
});

test("scales to zero where the agent does", () => {
  assert.is(agentDeployment(anAgent({ replicas: 0 }), facts).spec.replicas, 0);
});

test("takes no pod away before a new one is ready", () => {
  assert.equal(deployment.spec.strategy, {
    type: "RollingUpdate",
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
  });
});

test("selects by the agent's label alone, which its pods carry", () => {
  const { matchLabels } = deployment.spec.selector;
  assert.equal(matchLabels, { "tocsin.dev/agent": "writer" });
  const { labels } = deployment.spec.template.metadata;
  for (const [key, value] of Object.entries(matchLabels)) assert.is(labels[key], value);
});

test.run();

const meta = suite("agentObjectMeta");

meta("names what goes with the agent, and whose it is", () => {
  assert.equal(deployment.metadata, {
    name: "writer-agent",
    namespace: "default",
    labels: { "tocsin.dev/agent": "writer", "app.kubernetes.io/managed-by": "tocsin.dev" },
    ownerReferences: [
      {
        apiVersion: "tocsin.dev/v1alpha1",
        kind: "Agent",
        name: "writer",
        uid: "uid-of-writer",
        controller: true,
      },
    ],
  });
});

meta("keeps names within a label's 63 characters for the longest name of an Agent", () => {
  const longest = anAgent({}, "a".repeat(47));
  assert.ok(agentObjectMeta(longest).name.length <= 63);
});

meta.run();
