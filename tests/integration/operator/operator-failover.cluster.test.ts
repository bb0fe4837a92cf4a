/** Two operators on a real cluster: webhooks at both, one leader, and what happens when it or the API server goes. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { OWN_NAMESPACE_RULES, WATCHED_NAMESPACE_RULES } from "../../../lib/access/rules.ts";
import { API_VERSION } from "../../../lib/api/group.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { LONG_LOOK_MS } from "../../cluster/control-plane/until.ts";
import { installCrds } from "../../cluster/install-crds.ts";
import { leaveOut } from "../../cluster/leave-out.ts";
import { fireAll } from "../../support/operator/fire-all.ts";
import { grantAccess } from "../../support/operator/grant-access.ts";
import { LEADER_LEASE } from "../../support/operator/leader-lease.ts";
import { OperatedNamespace } from "../../support/operator/operated-namespace.ts";
import { OperatorReplica } from "../../support/operator/operator-replica.ts";

const FIRES = 1_000;
/** The leader dies when so many have been acknowledged. */
const FIRES_BEFORE_DEATH = 300;
const TAKEOVER_LIMIT_MS = 15_000;
const HANDOVER_LIMIT_MS = 2_000;
const OUTAGE_MS = 20_000;
const AT_ONCE_MS = 1_000;
const SETTLE_LIMIT_MS = 240_000;
const EVENT = "bell";

const test = suite("two operators");
let plane: ControlPlane;
let kubeconfig: string;
let place: OperatedNamespace;
let replicas: OperatorReplica[] = [];

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
  await installCrds(plane);
  kubeconfig = await grantAccess(plane, "operator", {
    everywhere: WATCHED_NAMESPACE_RULES,
    own: OWN_NAMESPACE_RULES,
  });
});

test.after(async () => {
  await plane.reset();
  await plane.stop();
});

test.before.each(async () => {
  // That of a killed leader is waited for where that is tested.
  await plane.client.send(LEADER_LEASE, { method: "DELETE" });
  place = await OperatedNamespace.make(plane);
  await place.apply({ objects: belfry });
});

test.after.each(async () => {
  await Promise.all(replicas.map((replica) => replica.kill()));
  replicas = [];
});

/** One step, one agent, and a history that keeps all that a test counts. */
const belfry = [
  { kind: "Agent", name: "ringer", spec: { model: "m", maxConcurrentTasks: 32 } },
  { kind: "AgentService", name: "ringer", spec: { selector: { matchLabels: { app: "ringer" } } } },
  {
    kind: "AgentTeam",
    name: "ringers",
    spec: {
      steps: [{ name: "ring", service: "ringer", prompt: "Ring." }],
      runHistoryLimit: { succeeded: 1_000, failed: 1_000 },
    },
  },
  { kind: "AgentEvent", name: EVENT, spec: { source: { type: "webhook" }, targets: [{ team: "ringers" }] } },
].map(({ kind, name, spec }) => ({
  apiVersion: API_VERSION,
  kind,
  metadata: { name, labels: { app: name } },
  spec,
}));

async function start(identity: string): Promise<OperatorReplica> {
  const replica = await OperatorReplica.start({ kubeconfig, identity });
  replicas.push(replica);
  await replica.untilReady();
  return replica;
}

async function aLeaderAndAFollower(): Promise<readonly [OperatorReplica, OperatorReplica, string]> {
  const leader = await start("first");
  await leader.untilLeading();
  const follower = await start("second");
  return [leader, follower, await place.token(EVENT)];
}

const fireSync = (replica: OperatorReplica, token: string) =>
  place.fire(replica.webhookURL, EVENT, { query: "?mode=sync&timeout=60s", token });

test("answer webhooks, and one of them leads", async () => {
  const [leader, follower, token] = await aLeaderAndAFollower();
  assert.ok((await leader.isLeading()) && !(await follower.isLeading()));
  for (const replica of [leader, follower]) {
    const fired = await fireSync(replica, token);
    assert.is(fired.status, 200, await fired.text());
  }
});

test("hand over within two seconds when the leader is stopped", async () => {
  const [leader, follower, token] = await aLeaderAndAFollower();
  assert.is((await fireSync(leader, token)).status, 200);
  const stopping = leader.stop();
  const startedMs = performance.now();
  await follower.untilLeading();
  const tookMs = performance.now() - startedMs;
  assert.is(await stopping, 0, leader.output);
  assert.ok(tookMs <= HANDOVER_LIMIT_MS, `handed over in ${Math.round(tookMs)} ms`);
  assert.is((await fireSync(follower, token)).status, 200);
});

test(`lose and double none of ${FIRES} fires when the leader is killed under load`, async () => {
  const [leader, follower, token] = await aLeaderAndAFollower();
  let killedMs = 0;
  let takeover: Promise<number> | undefined;
  const { fireIDs, refused } = await fireAll({
    place,
    event: EVENT,
    token,
    count: FIRES,
    urls: () => (killedMs > 0 ? [follower.webhookURL] : [leader.webhookURL, follower.webhookURL]),
    onAcknowledged: (count) => {
      if (count < FIRES_BEFORE_DEATH || takeover !== undefined) return;
      killedMs = performance.now();
      takeover = leader.kill().then(async () => {
        await follower.untilLeading();
        return performance.now() - killedMs;
      });
    },
  });
  const tookMs = (await takeover) ?? Number.POSITIVE_INFINITY;
  process.stdout.write(`\ntaken over in ${Math.round(tookMs)} ms; ${refused} calls were repeated\n`);
  assert.ok(tookMs <= TAKEOVER_LIMIT_MS, `taken over in ${Math.round(tookMs)} ms`);
  assert.is(new Set(fireIDs).size, FIRES, "each key is a fire of its own");
  await place.until("every run ended", () => everyRunEnded(), SETTLE_LIMIT_MS, LONG_LOOK_MS);
  const runs = await place.runs();
  const counts = Map.groupBy(runs, (run) => run.spec.trigger.fireID ?? "");
  assert.equal([...counts.keys()].sort(), [...fireIDs].sort(), "one run a fire, and no other");
  assert.is(runs.length, FIRES);
  assert.ok(runs.every(({ status }) => status?.phase === "Succeeded"));
  await place.until("every fire counted once", async () =>
    (await place.event(EVENT))?.status?.firedCount === FIRES ? true : undefined,
  );
});

async function everyRunEnded(): Promise<true | undefined> {
  const runs = await place.runs();
  const open = runs.filter(({ status }) => !["Succeeded", "Failed"].includes(status?.phase ?? ""));
  return open.length === 0 ? true : undefined;
}

/** Fires at replicas for as long as the API server is gone. */
async function demandRefusals(asked: readonly OperatorReplica[], token: string): Promise<void> {
  const stoppedMs = performance.now();
  while (performance.now() - stoppedMs < OUTAGE_MS) {
    for (const replica of asked) {
      const askedMs = performance.now();
      const refused = await place.fire(replica.webhookURL, EVENT, { token });
      const tookMs = performance.now() - askedMs;
      assert.is(refused.status, 503, await refused.text());
      assert.match(refused.headers.get("Retry-After") ?? "", /^[1-9]\d*$/);
      assert.ok(tookMs < AT_ONCE_MS, `answered in ${Math.round(tookMs)} ms`);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

test(`answer 503 at once while the API server is gone for ${OUTAGE_MS / 1_000} s, and go on afterwards`, async () => {
  if (!plane.isOwned) return leaveOut("a stopped API server", "the cluster is that of KUBECONFIG");
  const [leader, follower, token] = await aLeaderAndAFollower();
  assert.is((await fireSync(follower, token)).status, 200);
  await plane.stopApiServer("SIGKILL");
  try {
    await demandRefusals([leader, follower], token);
    assert.not((await leader.isLeading()) || (await follower.isLeading()), "nobody leads without the Lease");
  } finally {
    await plane.startApiServer();
  }
  for (const replica of [leader, follower])
    await place.until("a fire through", async () => {
      const fired = await fireSync(replica, token);
      return fired.status === 200 ? true : undefined;
    });
  const leading = [await leader.isLeading(), await follower.isLeading()];
  assert.is(leading.filter(Boolean).length, 1);
});

test.run();
