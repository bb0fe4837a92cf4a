import { suite } from "uvu";
import * as assert from "uvu/assert";
import { controllerReference, type ObjectKey } from "../../../../lib/api/object.ts";
import type { ResourceType } from "../../../../lib/api/resource-type.ts";
import type { ReplicaSet } from "../../../../lib/api/workload-types.ts";
import { PodOwners } from "../../../../runtime/adapters/agents/pod-owners.ts";
import type { Store } from "../../../../runtime/ports/store.ts";
import { StoreError, StoreErrorReason } from "../../../../runtime/ports/store-error.ts";
import { anAgent } from "../../../support/a-local-host.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { FakeTimers } from "../../../support/fake-timers.ts";
import { aDeployment, aReplicaSet } from "../../../support/pods/pod-objects.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";

const test = suite("PodOwners");

const deployment = aDeployment(anAgent());
const replicaSet = aReplicaSet(deployment);
const reference = controllerReference(replicaSet);

/** An API server with one ReplicaSet, or none, or none that it tells of. */
function aServer(first = replicaSet) {
  const server = {
    standing: first as ReplicaSet | undefined,
    isOut: false,
    reads: 0,
    found: 0,
    timers: new FakeTimers(new FakeClock()),
    get: async (_type: ResourceType, _key: ObjectKey) => {
      server.reads += 1;
      if (server.isOut) throw new StoreError(StoreErrorReason.unavailable, "out of reach");
      return server.standing;
    },
  };
  const ports = { store: server as unknown as Store, timers: server.timers, logger: new SilentLogger() };
  const owners = new PodOwners(ports);
  const find = async (asOf = "1") => {
    owners.find("default", reference, asOf, () => (server.found += 1));
    for (let i = 0; i < 10; i++) await Promise.resolve();
    return owners.deploymentOf(reference);
  };
  return { server, owners, find };
}

test("finds the Deployment of a ReplicaSet, and reads it once", async () => {
  const { server, owners, find } = aServer();
  assert.is(owners.deploymentOf(reference), undefined);
  assert.is(await find(), deployment.metadata.uid);
  assert.is(await find(), deployment.metadata.uid);
  assert.equal([server.reads, server.found], [1, 1]);
});

const { metadata } = replicaSet;
const [owner] = metadata.ownerReferences ?? [];
for (const [what, standing] of [
  ["there is none", undefined],
  ["it is another of that name", { ...replicaSet, metadata: { ...metadata, uid: "another" } }],
  ["nobody controls it", { ...replicaSet, metadata: { ...metadata, ownerReferences: [] } }],
  [
    "something else controls it",
    {
      ...replicaSet,
      metadata: { ...metadata, ownerReferences: owner ? [{ ...owner, kind: "Rollout" }] : [] },
    },
  ],
] as const) {
  test(`finds no Deployment where ${what}`, async () => {
    const { server, find } = aServer(replicaSet);
    server.standing = standing;
    assert.is(await find(), undefined);
    assert.is(server.found, 1);
  });
}

test("looks again when the Deployment has changed: it may have adopted the ReplicaSet", async () => {
  const { server, find } = aServer({ ...replicaSet, metadata: { ...metadata, ownerReferences: [] } });
  await find("1");
  assert.is(await find("1"), undefined);
  assert.is(server.reads, 1);
  server.standing = replicaSet;
  assert.is(await find("2"), deployment.metadata.uid);
});

test("asks once at a time, and again where the API server is out of reach", async () => {
  const { server, find } = aServer();
  server.isOut = true;
  await find("1");
  await find("2");
  assert.equal([server.reads, server.found], [1, 0]);
  server.isOut = false;
  await server.timers.advance(500);
  assert.is(await find("1"), deployment.metadata.uid);
  assert.equal([server.reads, server.found], [2, 1]);
});

test("asks nothing more once it is stopped", async () => {
  const { server, owners, find } = aServer();
  server.isOut = true;
  await find();
  owners.stop();
  await server.timers.advance(60_000);
  assert.is(await find("2"), undefined);
  assert.is(server.reads, 1);
});

test.run();
