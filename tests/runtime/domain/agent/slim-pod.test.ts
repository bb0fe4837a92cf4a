import { suite } from "uvu";
import * as assert from "uvu/assert";
import { observePod } from "../../../../runtime/domain/agent/observe-pod.ts";
import { slimPod } from "../../../../runtime/domain/agent/slim-pod.ts";
import { anAgent } from "../../../support/a-local-host.ts";
import { aDeployment, aPod, aReplicaSet } from "../../../support/pods/pod-objects.ts";

const test = suite("slimPod");

test("keeps all that is observed of a pod, and little else", () => {
  const pod = aPod(aReplicaSet(aDeployment(anAgent())), { isTerminating: true });
  const slim = slimPod({ ...pod, spec: { containers: [] } } as typeof pod);
  assert.equal(observePod(slim), observePod(pod));
  assert.equal(slim.metadata.annotations, { "tocsin.dev/max-tasks": "4" });
  assert.equal(slim.status?.conditions, [{ type: "Ready", status: "True" }]);
  assert.not("spec" in slim);
});

test("keeps of containers those that do not run, and of what keeps a pod from a node the words", () => {
  const pod = aPod(undefined);
  const waiting = { reason: "ErrImagePull", message: "not found" };
  const terminated = { reason: "Error", exitCode: 1, finishedAt: "2026-01-01T00:00:00Z" };
  const slim = slimPod({
    ...pod,
    status: {
      conditions: [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message: "no node" }],
      containerStatuses: [{ state: { running: {} } }, { state: { waiting }, lastState: { terminated } }],
    },
  });
  assert.equal(slim.status, {
    containerStatuses: [{ state: { waiting }, lastState: { terminated: { reason: "Error", exitCode: 1 } } }],
    conditions: [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message: "no node" }],
  });
});

test.run();
