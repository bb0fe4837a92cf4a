import { suite } from "uvu";
import * as assert from "uvu/assert";
import { observePod } from "../../../../runtime/domain/agent/observe-pod.ts";
import { anAgent } from "../../../support/a-local-host.ts";
import { aDeployment, aPod, aReplicaSet, type PodParts } from "../../../support/pods/pod-objects.ts";

const test = suite("observePod");
const replicaSet = aReplicaSet(aDeployment(anAgent()));

test("reads which pod of which agent it is, where, and whose", () => {
  assert.equal(observePod(aPod(replicaSet)), {
    namespace: "default",
    agent: "writer",
    pod: "writer-agent-abc-1",
    podUID: "uid-of-writer-agent-abc-1",
    isReady: true,
    isTerminating: false,
    isOver: false,
    trouble: undefined,
    address: "10.0.0.7",
    maxConcurrentTasks: 4,
    replicaSet: {
      apiVersion: "apps/v1",
      kind: "ReplicaSet",
      name: replicaSet.metadata.name,
      uid: replicaSet.metadata.uid,
      controller: true,
    },
  });
});

const cases: readonly (PodParts & { readonly what: string; readonly expected: readonly boolean[] })[] = [
  { what: "a pod whose probe fails", isReady: false, expected: [false, false, false] },
  { what: "a pod that is being taken down", isTerminating: true, expected: [false, true, false] },
  { what: "a pod that was evicted", phase: "Failed", expected: [false, false, true] },
  { what: "a pod that has ended", phase: "Succeeded", expected: [false, false, true] },
  { what: "a pod without an address", podIP: undefined, expected: [false, false, false] },
  { what: "a pod with an empty address", podIP: "", expected: [false, false, false] },
];
for (const { what, expected, ...parts } of cases) {
  test(`says of ${what} whether it is ready, terminating, over`, () => {
    const { isReady, isTerminating, isOver } = observePod(aPod(replicaSet, parts));
    assert.equal([isReady, isTerminating, isOver], expected);
  });
}

test("says what keeps a pod from running", () => {
  const pod = aPod(replicaSet, { isReady: false });
  const containerStatuses = [{ state: { waiting: { reason: "ErrImagePull", message: "not found" } } }];
  const { trouble } = observePod({ ...pod, status: { ...pod.status, containerStatuses } });
  assert.equal(trouble, { reason: "ImageNotPulled", message: "ErrImagePull: not found" });
});

test("takes a pod that nobody has told anything for not ready", () => {
  const { status: _, ...pod } = aPod(replicaSet);
  assert.is(observePod(pod).isReady, false);
});

for (const maxTasks of ["", "0", "-1", "1e9", "12345", "four"]) {
  test(`gives a pod that says ${JSON.stringify(maxTasks)} one task at a time`, () => {
    assert.is(observePod(aPod(replicaSet, { maxTasks })).maxConcurrentTasks, 1);
  });
}

test("asks for the ReplicaSet that controls the pod, and no other owner", () => {
  const pod = aPod(replicaSet);
  const ownedBy = (parts: object) => ({
    ...pod,
    metadata: {
      ...pod.metadata,
      ownerReferences: (pod.metadata.ownerReferences ?? []).map((owner) => ({ ...owner, ...parts })),
    },
  });
  assert.is(observePod(ownedBy({ controller: false })).replicaSet, undefined);
  assert.is(observePod(ownedBy({ kind: "Job" })).replicaSet, undefined);
  assert.is(observePod(aPod(undefined)).replicaSet, undefined);
});

test.run();
