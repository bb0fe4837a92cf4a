import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PodAgentSetup } from "../../support/pods/pod-agent-setup.ts";

const semantic = { livenessProbe: { type: "semantic", intervalSeconds: 5 } } as const;
const wrong = { reason: "WrongAnswer", message: "It is wrong." };

const test = suite("PodAgentReconciler's reports");

test("say when a pod is ready, why it is no longer, and when it is again", async () => {
  const setup = await PodAgentSetup.with(semantic);
  setup.pod("p", true);
  await setup.reconcile();
  assert.equal(setup.records, []);
  assert.equal([setup.status.readyReplicas, setup.status.lastProbe?.[0]?.verdict], [1, "Healthy"]);

  setup.verdicts.set("p", wrong);
  setup.pod("p", false);
  await setup.reconcile();
  assert.is(setup.records.at(-1)?.reason, "SemanticCheckFailed");
  assert.match(setup.records.at(-1)?.message ?? "", "WrongAnswer: It is wrong.");
  const { verdict, reason } = setup.status.lastProbe?.[0] ?? {};
  assert.equal([verdict, reason, setup.status.readyReplicas], ["Unhealthy", "WrongAnswer", 0]);

  setup.pod("p", true);
  await setup.reconcile();
  await setup.reconcile();
  assert.is(setup.records.at(-1)?.reason, "SemanticCheckRecovered");
  assert.is(setup.records.length, 2);
});

test("wait for a pod that is starting, and hear of one that is bad from the beginning", async () => {
  const setup = await PodAgentSetup.with(semantic);
  setup.pod("p", false);
  const { requeueAt } = await setup.reconcile();
  assert.is(requeueAt?.getTime(), setup.clock.now().getTime() + 5_000);
  assert.is(setup.status.lastProbe, undefined);
  setup.verdicts.set("p", wrong);
  await setup.reconcile();
  assert.is(setup.status.lastProbe?.[0]?.reason, "WrongAnswer");
  assert.is(setup.records.length, 1);
});

test("say that a pod fails its probe where it can't say why itself", async () => {
  const setup = await PodAgentSetup.with(semantic);
  setup.pod("p", true);
  await setup.reconcile();
  setup.pod("p", false);
  await setup.reconcile();
  assert.is(setup.status.lastProbe?.[0]?.reason, "ProbeFailed");
});

test("are silent about pods that are being taken down, and about pings", async () => {
  const setup = await PodAgentSetup.with(semantic);
  setup.pod("p", true);
  await setup.reconcile();
  setup.pod("p", false, true);
  await setup.reconcile();
  assert.equal(setup.records, []);
  const ping = await PodAgentSetup.with();
  ping.pod("p", true);
  await ping.reconcile();
  ping.pod("p", false);
  await ping.reconcile();
  assert.equal(ping.records, []);
  assert.is(ping.status.readyReplicas, 0);
});

test("are not repeated by a new leader, who hears of what happened in between", async () => {
  const setup = await PodAgentSetup.with(semantic);
  setup.verdicts.set("p", wrong);
  setup.pod("p", false);
  await setup.reconcile();
  setup.newLeader();
  await setup.reconcile();
  assert.is(setup.records.length, 1);
  setup.pod("p", true);
  setup.newLeader();
  await setup.reconcile();
  assert.is(setup.records.at(-1)?.reason, "SemanticCheckRecovered");
});

const unpulled = { reason: "ImageNotPulled", message: "ErrImagePull: not found" };

test("tell what keeps a pod from running, once, and blame no model for it", async () => {
  const setup = await PodAgentSetup.with(semantic);
  setup.stuckPod("p", unpulled);
  const { requeueAt } = await setup.reconcile();
  assert.is(requeueAt?.getTime(), setup.clock.now().getTime() + 300_000);
  assert.is(setup.condition.message, "no pod is ready for tasks: ImageNotPulled: ErrImagePull: not found");
  const written = setup.status;
  setup.clock.advance(1_000);
  setup.stuckPod("p", { ...unpulled, message: "ImagePullBackOff: Back-off" });
  await setup.reconcile();
  assert.equal(setup.status, written);

  setup.stuckPod("p", { reason: "ContainerCrashes", message: "OOMKilled: exit code 137" });
  await setup.reconcile();
  assert.match(setup.condition.message ?? "", "ContainerCrashes: OOMKilled");
  setup.pod("p", true);
  await setup.reconcile();
  assert.is(setup.condition.reason, "Ready");
  assert.equal(setup.records, []);
});

test("go on to what a pod says itself once it runs, also by another leader", async () => {
  const setup = await PodAgentSetup.with(semantic);
  setup.stuckPod("p", unpulled);
  await setup.reconcile();
  setup.newLeader();
  setup.pod("p", false);
  const { requeueAt } = await setup.reconcile();
  assert.is(requeueAt?.getTime(), setup.clock.now().getTime() + 5_000);
  setup.verdicts.set("p", wrong);
  await setup.reconcile();
  assert.is(setup.status.lastProbe?.[0]?.reason, "WrongAnswer");
  assert.equal(
    setup.records.map(({ reason }) => reason),
    ["SemanticCheckFailed"],
  );
});

test.run();
