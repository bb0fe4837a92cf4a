import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ContainerState, Pod } from "../../../../lib/api/workload-types.ts";
import { isPodTrouble, podTrouble } from "../../../../runtime/domain/agent/pod-trouble.ts";
import { slimPod } from "../../../../runtime/domain/agent/slim-pod.ts";
import { aPod } from "../../../support/pods/pod-objects.ts";

const test = suite("podTrouble");

type Status = NonNullable<Pod["status"]>;

function podWith(status: Status): Pod {
  const pod = aPod(undefined, { isReady: false });
  return { ...pod, status: { ...pod.status, ...status } };
}
const containerIn = (state: ContainerState, lastState: ContainerState = {}): Status => ({
  containerStatuses: [{ state: { running: {} } }, { state, lastState }],
});
const waitingFor = (reason: string, message?: string): Status =>
  containerIn({ waiting: message === undefined ? { reason } : { reason, message } });
const scheduled = (status: string, reason: string, message: string): Status => ({
  conditions: [{ type: "PodScheduled", status, reason, message }],
});

const troubles: readonly [what: string, status: Status, reason: string, message: string][] = [
  [
    "that no node takes",
    scheduled("False", "Unschedulable", "0/3 nodes are available: 3 Insufficient cpu."),
    "PodNotScheduled",
    "Unschedulable: 0/3 nodes are available: 3 Insufficient cpu.",
  ],
  [
    "whose image is not there",
    waitingFor("ErrImagePull", "not found"),
    "ImageNotPulled",
    "ErrImagePull: not found",
  ],
  [
    "whose image is tried again",
    waitingFor("ImagePullBackOff", "Back-off"),
    "ImageNotPulled",
    "ImagePullBackOff: Back-off",
  ],
  ["whose image can't be named so", waitingFor("InvalidImageName"), "ImageNotPulled", "InvalidImageName"],
  [
    "whose container lacks something",
    waitingFor("CreateContainerConfigError", 'secret "a" not found'),
    "ContainerNotStarted",
    'CreateContainerConfigError: secret "a" not found',
  ],
  [
    "that has run out of memory",
    containerIn({ terminated: { reason: "OOMKilled", exitCode: 137 } }),
    "ContainerCrashes",
    "OOMKilled: exit code 137; its log tells more",
  ],
  [
    "that waits to be started again",
    containerIn(
      { waiting: { reason: "CrashLoopBackOff", message: "back-off 10s" } },
      { terminated: { reason: "Error", exitCode: 1 } },
    ),
    "ContainerCrashes",
    "Error: exit code 1; its log tells more",
  ],
  [
    "that crashes, and nothing says how",
    waitingFor("CrashLoopBackOff"),
    "ContainerCrashes",
    "exit code unknown; its log tells more",
  ],
];
for (const [what, status, reason, message] of troubles) {
  test(`finds the trouble of a pod ${what}, also of what a cache keeps of it`, () => {
    assert.equal(podTrouble(podWith(status)), { reason, message });
    assert.equal(podTrouble(slimPod(podWith(status))), { reason, message });
    assert.ok(isPodTrouble(reason));
  });
}

const fine: readonly [what: string, status: Status][] = [
  ["that runs", containerIn({ running: {} }, { terminated: { reason: "Error", exitCode: 1 } })],
  ["whose container is being made", waitingFor("ContainerCreating")],
  ["that is being initialised", waitingFor("PodInitializing")],
  ["whose container waits and nobody says for what", containerIn({ waiting: {} })],
  ["that a node has taken", scheduled("True", "", "")],
  ["that no scheduler has looked at", scheduled("Unknown", "Unschedulable", "")],
  ["of which nothing is known", {}],
];
for (const [what, status] of fine)
  test(`finds none in a pod ${what}`, () => assert.is(podTrouble(podWith(status)), undefined));

test("passes on as much of an explanation as a status takes", () => {
  const { message = "" } = podTrouble(podWith(waitingFor("ErrImagePull", "x".repeat(5_000)))) ?? {};
  assert.is(message.length, 1_024);
});

test("is told from what pods say themselves", () => {
  for (const reason of [undefined, "WrongAnswer", "ProbeFailed"]) assert.is(isPodTrouble(reason), false);
});

test.run();
