import { suite } from "uvu";
import * as assert from "uvu/assert";
import { replicaFailure } from "../../../../runtime/domain/agent/replica-failure.ts";
import { anAgent } from "../../../support/a-local-host.ts";
import { aDeployment } from "../../../support/pods/pod-objects.ts";

const test = suite("replicaFailure");
const saying = (type: string, status: string, message?: string) => ({
  ...aDeployment(anAgent()),
  status: { conditions: [{ type, status, reason: "FailedCreate", ...(message && { message }) }] },
});

test("tells what the cluster says against the pods", () => {
  const problem = replicaFailure(saying("ReplicaFailure", "True", 'pods "x" is forbidden: exceeded quota'));
  assert.is(problem?.reason, "PodsRefused");
  assert.match(problem?.message ?? "", "exceeded quota");
  assert.match(replicaFailure(saying("ReplicaFailure", "True"))?.message ?? "", "FailedCreate");
});

test("finds nothing where pods are created, or there is no Deployment yet", () => {
  assert.is(replicaFailure(saying("ReplicaFailure", "False", "exceeded quota")), undefined);
  assert.is(replicaFailure(saying("Progressing", "True", "created")), undefined);
  assert.is(replicaFailure(aDeployment(anAgent())), undefined);
  assert.is(replicaFailure(undefined), undefined);
});

test("bounds what it passes on", () => {
  const problem = replicaFailure(saying("ReplicaFailure", "True", "x".repeat(10_000)));
  assert.is(problem?.message.length, 1_024);
});

test.run();
