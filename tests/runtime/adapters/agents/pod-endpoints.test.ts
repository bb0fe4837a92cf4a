import { suite } from "uvu";
import * as assert from "uvu/assert";
import { keyOf } from "../../../../lib/api/object.ts";
import { anAgent } from "../../../support/a-local-host.ts";
import { aDeployment, aPod, aReplicaSet } from "../../../support/pods/pod-objects.ts";
import { WatchedPods } from "../../../support/pods/watched-pods.ts";
import { until } from "../../../support/until.ts";

const test = suite("PodEndpoints");

test("finds a pod by way of its ReplicaSet and its Deployment", async () => {
  const cluster = new WatchedPods();
  cluster.pods.upsert(aPod(cluster.add()));
  assert.equal(cluster.names, [], "not before its owners are known");
  await cluster.settled();
  const endpoint = {
    namespace: "default",
    agent: "writer",
    pod: "writer-agent-abc-1",
    podUID: "uid-of-writer-agent-abc-1",
    isReady: true,
    isTerminating: false,
    maxConcurrentTasks: 4,
  };
  assert.equal(cluster.endpoints.of("default", "writer"), [endpoint]);
  assert.equal(cluster.endpoints.find(endpoint.podUID), endpoint);
  assert.is(cluster.endpoints.addressOf(endpoint.podUID), "10.0.0.7");
  assert.ok(cluster.told.includes("default/writer"));
});

test("reads a ReplicaSet once for all of its pods", async () => {
  const cluster = new WatchedPods();
  const replicaSet = cluster.add();
  for (const name of ["a", "b", "c"]) cluster.pods.upsert(aPod(replicaSet, { name }));
  await cluster.settled();
  cluster.pods.upsert(aPod(replicaSet, { name: "d" }));
  assert.equal([...cluster.names].sort(), ["a", "b", "c", "d"]);
  assert.is(cluster.reads, 1);
});

for (const what of ["pods", "deployments", "agents"] as const) {
  test(`finds a pod whatever comes last: ${what}`, async () => {
    const cluster = new WatchedPods();
    const agent = anAgent();
    const deployment = aDeployment(agent);
    const replicaSet = aReplicaSet(deployment);
    cluster.replicaSets.set(replicaSet.metadata.name, replicaSet);
    const steps = {
      pods: () => cluster.pods.upsert(aPod(replicaSet)),
      deployments: () => cluster.deployments.upsert(deployment),
      agents: () => cluster.agents.upsert(agent),
    };
    const { [what]: last, ...others } = steps;
    for (const step of Object.values<() => void>(others)) step();
    await cluster.settled();
    assert.equal(cluster.names, []);
    last();
    await cluster.settled();
    assert.is(cluster.names.length, 1);
  });
}

test("gives no pod a task that only carries the label", async () => {
  const cluster = new WatchedPods();
  cluster.add();
  const stranger = aDeployment(anAgent({}, "writer", "another-agent"));
  const theirs = aReplicaSet(stranger, "theirs");
  const forged = {
    ...aReplicaSet(stranger, "abc"),
    metadata: { ...theirs.metadata, name: "writer-agent-abc", uid: "forged" },
  };
  cluster.replicaSets.set(theirs.metadata.name, theirs);
  const pods = {
    "of nobody": aPod(undefined, { name: "a" }),
    "of another's Deployment": aPod(theirs, { name: "b" }),
    "of a ReplicaSet that bears our name and another uid": aPod(forged, { name: "c" }),
    "of a ReplicaSet that does not exist": aPod(aReplicaSet(stranger, "gone"), { name: "d" }),
  };
  for (const pod of Object.values(pods)) cluster.pods.upsert(pod);
  await cluster.settled();
  assert.equal(cluster.names, []);
  for (const [what, { metadata }] of Object.entries(pods)) {
    assert.is(cluster.endpoints.find(metadata.uid), undefined, what);
    assert.is(cluster.endpoints.addressOf(metadata.uid), undefined, what);
  }
});

test("trusts no Deployment that the agent does not control", async () => {
  const cluster = new WatchedPods();
  cluster.agents.upsert(anAgent());
  const deployment = aDeployment(anAgent({}, "writer", "an-earlier-agent"));
  const replicaSet = aReplicaSet(deployment);
  cluster.deployments.upsert(deployment);
  cluster.replicaSets.set(replicaSet.metadata.name, replicaSet);
  cluster.pods.upsert(aPod(replicaSet));
  await cluster.settled();
  assert.equal(cluster.names, []);
});

test("follows a pod's readiness, and keeps one that is taken down until it is gone", async () => {
  const cluster = new WatchedPods();
  const replicaSet = cluster.add();
  const uid = "uid-of-writer-agent-abc-1";
  const state = () => {
    const found = cluster.endpoints.find(uid);
    return found && [found.isReady, found.isTerminating];
  };
  cluster.pods.upsert(aPod(replicaSet));
  await cluster.settled();
  cluster.pods.upsert(aPod(replicaSet, { isReady: false }));
  assert.equal(state(), [false, false]);
  cluster.pods.upsert(aPod(replicaSet));
  assert.equal(state(), [true, false]);
  cluster.pods.upsert(aPod(replicaSet, { isTerminating: true }));
  assert.equal(state(), [false, true]);
  cluster.pods.remove(keyOf(aPod(replicaSet)));
  assert.is(state(), undefined);
  assert.equal(cluster.names, []);
});

test("takes a pod that has ended for gone, and one of the same name for another", async () => {
  const cluster = new WatchedPods();
  const replicaSet = cluster.add();
  cluster.pods.upsert(aPod(replicaSet));
  await cluster.settled();
  cluster.pods.upsert(aPod(replicaSet, { phase: "Failed" }));
  assert.is(cluster.endpoints.find("uid-of-writer-agent-abc-1"), undefined);
  cluster.pods.upsert(aPod(replicaSet, { uid: "second" }));
  assert.equal(
    cluster.endpoints.of("default", "writer").map(({ podUID }) => podUID),
    ["second"],
  );
});

test("lets a pod of an agent that is gone end what it works on, and gives it nothing more", async () => {
  const cluster = new WatchedPods();
  cluster.pods.upsert(aPod(cluster.add()));
  await cluster.settled();
  cluster.agents.remove({ namespace: "default", name: "writer" });
  cluster.deployments.remove({ namespace: "default", name: "writer-agent" });
  const found = cluster.endpoints.find("uid-of-writer-agent-abc-1");
  assert.equal([found?.isReady, found?.isTerminating], [false, true]);
  assert.equal(cluster.names, []);
  cluster.agents.upsert(anAgent({}, "writer", "a-later-agent"));
  assert.equal(cluster.names, []);
});

test("reads a ReplicaSet again where the API server is out of reach", async () => {
  const cluster = new WatchedPods();
  cluster.isOut = true;
  cluster.pods.upsert(aPod(cluster.add()));
  await cluster.settled();
  assert.equal(cluster.names, []);
  cluster.isOut = false;
  await cluster.timers.advance(500);
  await until(cluster.timers, () => cluster.names.length === 1);
  assert.is(cluster.reads, 2);
});

test("hears nothing more once it is stopped", async () => {
  const cluster = new WatchedPods();
  const replicaSet = cluster.add();
  cluster.endpoints.stop();
  cluster.pods.upsert(aPod(replicaSet));
  await cluster.settled();
  assert.equal(cluster.names, []);
  assert.is(cluster.reads, 0);
});

test.run();
