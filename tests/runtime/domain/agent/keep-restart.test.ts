import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Deployment } from "../../../../lib/api/workload-types.ts";
import { agentDeployment } from "../../../../runtime/domain/agent/agent-deployment.ts";
import { keepRestart } from "../../../../runtime/domain/agent/keep-restart.ts";
import { anAgent } from "../../../support/a-local-host.ts";
import { aDeployment } from "../../../support/pods/pod-objects.ts";

const test = suite("keepRestart");

const agent = anAgent();
const draft = agentDeployment(agent, { image: "tocsin:0.2.0", baseURL: "http://provider.example/v1" });

/** A Deployment whose template somebody has annotated. */
function annotated(annotations: Readonly<Record<string, string>>): Deployment {
  const made = aDeployment(agent);
  const { template } = made.spec;
  const metadata = {
    ...template.metadata,
    annotations: { ...template.metadata.annotations, ...annotations },
  };
  return { ...made, spec: { ...made.spec, template: { ...template, metadata } } };
}

test("carries a restart over into what is wanted, and nothing else that was changed", () => {
  const restart = { "kubectl.kubernetes.io/restartedAt": "2026-01-01T00:00:00Z" };
  const kept = keepRestart(draft, annotated({ ...restart, other: "x", "tocsin.dev/max-tasks": "99" }));
  const { template } = draft.spec;
  assert.equal(kept.spec.template.metadata, {
    ...template.metadata,
    annotations: { ...template.metadata.annotations, ...restart },
  });
  assert.equal(kept.spec.template.spec, template.spec);
  assert.equal(kept.metadata, draft.metadata);
});

test("leaves a Deployment alone that nobody has restarted", () => {
  assert.is(keepRestart(draft, aDeployment(agent)), draft);
  assert.is(keepRestart(draft, annotated({ other: "x" })), draft);
});

test.run();
