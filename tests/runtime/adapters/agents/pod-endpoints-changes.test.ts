import { suite } from "uvu";
import * as assert from "uvu/assert";
import { anAgent } from "../../../support/a-local-host.ts";
import { aDeployment, aPod, aReplicaSet } from "../../../support/pods/pod-objects.ts";
import { WatchedPods } from "../../../support/pods/watched-pods.ts";

const test = suite("PodEndpoints, as pods change hands");

test("trusts the new pods of a ReplicaSet that a Deployment made anew has adopted", async () => {
  const cluster = new WatchedPods();
  const agent = anAgent();
  const abandoned = cluster.add(agent);
  // Deleted with --cascade=orphan: the ReplicaSet stays, with nobody to control it.
  cluster.deployments.remove({ namespace: "default", name: "writer-agent" });
  const orphan = { ...abandoned, metadata: { ...abandoned.metadata, ownerReferences: [] } };
  cluster.replicaSets.set(orphan.metadata.name, orphan);
  const anew = aDeployment(agent, "uid-of-the-new-one");
  cluster.deployments.upsert(anew);
  cluster.pods.upsert(aPod(orphan));
  await cluster.settled();
  assert.equal(cluster.names, []);

  const { ownerReferences = [] } = aReplicaSet(anew).metadata;
  const adopted = { ...orphan, metadata: { ...orphan.metadata, ownerReferences } };
  cluster.replicaSets.set(adopted.metadata.name, adopted);
  cluster.deployments.upsert(aDeployment(agent, anew.metadata.uid));
  await cluster.settled();
  assert.is(cluster.names.length, 1);
});

test("counts a pod that is labelled otherwise as nobody's, and forgets it when it is gone", async () => {
  const cluster = new WatchedPods();
  const replicaSet = cluster.add();
  const pod = aPod(replicaSet);
  cluster.pods.upsert(pod);
  await cluster.settled();
  assert.is(cluster.names.length, 1);
  cluster.pods.upsert(aPod(replicaSet, { agent: "reader" }));
  assert.equal([cluster.names, cluster.endpoints.of("default", "reader")], [[], []]);
  // What it works on may end.
  assert.is(cluster.endpoints.find(pod.metadata.uid)?.isTerminating, true);
  cluster.pods.remove({ namespace: "default", name: pod.metadata.name });
  assert.is(cluster.endpoints.find(pod.metadata.uid), undefined);
});

test("calls no pod gone before it has found out whose it is", async () => {
  const cluster = new WatchedPods();
  cluster.isOut = true;
  const pod = aPod(cluster.add());
  const impostor = aPod(undefined, { name: "impostor" });
  for (const each of [pod, impostor]) cluster.pods.upsert(each);
  await cluster.settled();
  const areGone = () => [pod, impostor].map(({ metadata: { uid } }) => cluster.endpoints.isGone(uid));
  assert.equal(areGone(), [false, true]);
  assert.is(cluster.endpoints.find(pod.metadata.uid), undefined);
  cluster.isOut = false;
  await cluster.timers.advance(500);
  await cluster.settled();
  assert.is(cluster.names.length, 1);
  assert.equal(areGone(), [false, true]);
  cluster.pods.remove({ namespace: "default", name: pod.metadata.name });
  assert.equal(areGone(), [true, true]);
});

test("says what keeps a pod from running", async () => {
  const cluster = new WatchedPods();
  const pod = aPod(cluster.add(), { isReady: false });
  const containerStatuses = [{ state: { waiting: { reason: "ErrImagePull", message: "not found" } } }];
  cluster.pods.upsert({ ...pod, status: { ...pod.status, containerStatuses } });
  await cluster.settled();
  const [found] = cluster.endpoints.of("default", "writer");
  assert.equal(found?.trouble, { reason: "ImageNotPulled", message: "ErrImagePull: not found" });
});

test.run();
