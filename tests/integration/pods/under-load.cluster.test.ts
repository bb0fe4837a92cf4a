/**
 * An installation under load, while everything that can die is killed: nothing that was acknowledged is lost,
 * nothing fires twice, and whoever is left answers. The load goes on through all tests; the last ones judge it.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import { agentWorkloadName } from "../../../lib/api/agent-pod.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { LONG_LOOK_MS } from "../../cluster/control-plane/until.ts";
import { crashPod } from "../../cluster/node/crash-pod.ts";
import { NEXT_PRODUCT_IMAGE } from "../../cluster/node/image/product-image.ts";
import { startNode } from "../../cluster/node/start-node.ts";
import type { TestNode } from "../../cluster/node/test-node.ts";
import type { CountingProvider } from "../../support/firing/counting-provider.ts";
import { brokenPromises } from "../../support/firing/fire-invariants.ts";
import { areSettled } from "../../support/firing/has-settled.ts";
import { repeatedWork } from "../../support/firing/repeated-work.ts";
import {
  LOADED_AGENT,
  LOADED_SCHEDULES,
  LOADED_WEBHOOKS,
  makeLoadWorld,
} from "../../support/pods/load-world.ts";
import { OperatorPods } from "../../support/pods/operator-pods.ts";
import { PodDesk } from "../../support/pods/pod-desk.ts";
import { PodLoad } from "../../support/pods/pod-load.ts";

/** Of all sources together. */
const FIRES = 2_000;
const OUTAGE_MS = 20_000;
const CUTS = 3;
/** Nobody may go without an answer for so long while one pod is there: less than another takes to lead. */
const SILENCE_LIMIT_MS = 8_000;
const FIRES_LIMIT_MS = 600_000;
const SETTLE_LIMIT_MS = 300_000;

const test = suite("an installation under load");
let plane: ControlPlane;
let node: TestNode;
let operator: OperatorPods;
let provider: CountingProvider;
let desk: PodDesk;
let load: PodLoad;
let settled: { readonly events: readonly AgentEvent[]; readonly runs: readonly AgentRun[] };
const killedAgents = new Set<string>();

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
  node = await startNode(plane);
  operator = await OperatorPods.install(plane, node);
  desk = await PodDesk.make(plane);
  provider = await makeLoadWorld(desk, node.hostAddress);
  load = await PodLoad.start(desk.place, operator, LOADED_WEBHOOKS);
  await desk.place.until("the first answers", () => (load.caller.fires > 0 ? true : undefined));
});

test.after(async () => {
  await load?.stop();
  await plane.reset();
  await provider?.close();
  await plane.stop();
});

const say = (line: string) => void process.stdout.write(`\n${line}\n`);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets something go wrong and waits until all is well; answers for how long nobody was answered meanwhile. */
async function through(name: string, trouble: () => Promise<unknown>): Promise<number> {
  const fromMs = performance.now();
  const { refused, caller } = load;
  const { fires, unanswered } = caller;
  const stages: string[] = [];
  const reached = (stage: string) => stages.push(`${stage} ${seconds(performance.now() - fromMs)}`);
  await trouble();
  reached("over");
  await operator.untilReady();
  reached("operator well");
  await desk.untilReady(LOADED_AGENT, 2);
  reached("agent well");
  const acknowledged = caller.fires;
  await desk.place.until("fires acknowledged again", () => (caller.fires > acknowledged ? true : undefined));
  const toMs = performance.now();
  reached("fires");
  const gapMs = load.longestGapMs(fromMs, toMs);
  say(
    `${name}: ${stages.join(", ")}; ${caller.fires - fires} fires acknowledged, ${load.refused - refused} refused, ` +
      `${caller.unanswered - unanswered} unanswered, longest silence ${seconds(gapMs)}`,
  );
  return gapMs;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** The kubelet starts a process at once that has been killed for the first time, and later one that had been before. */
const TROUBLES: readonly (readonly [name: string, trouble: () => Promise<unknown>])[] = [
  ["the pod that does not lead is killed", async () => operator.kill(await operator.follower())],
  ["the leader's pod is killed", async () => operator.kill(await operator.untilLed())],
  ["every connection to the API server is cut, again and again", cutWatches],
  [
    "the operator and an agent are updated",
    () => Promise.all([operator.setImage(NEXT_PRODUCT_IMAGE), updateAgent()]),
  ],
  ["an agent's pod is killed", killAgent],
];

for (const [name, trouble] of TROUBLES) {
  test(`answers webhooks throughout while ${name}`, async () => {
    const gapMs = await through(name, trouble);
    assert.ok(gapMs < SILENCE_LIMIT_MS, `nobody was answered for ${Math.round(gapMs)} ms`);
  });
}

async function cutWatches(): Promise<void> {
  for (let cut = 0; cut < CUTS; cut += 1) {
    node.cutConnections();
    await pause(1_000);
  }
}

async function updateAgent(): Promise<void> {
  const before = new Set((await desk.pods(LOADED_AGENT)).map(({ metadata }) => metadata.uid));
  await desk.place.patch("agents", LOADED_AGENT, { spec: { systemPrompt: "Be brief." } });
  await desk.place.until("new pods alone", async () => {
    const pods = await desk.pods(LOADED_AGENT);
    return pods.length === 2 && pods.every(({ metadata }) => !before.has(metadata.uid)) ? true : undefined;
  });
  await desk.kubectl("rollout", "status", `deployment/${agentWorkloadName(LOADED_AGENT)}`, "--timeout=60s");
}

async function killAgent(): Promise<void> {
  const [pod] = await desk.pods(LOADED_AGENT);
  if (pod === undefined) throw new Error("the agent has no pod");
  killedAgents.add(pod.metadata.name);
  await crashPod(plane, node, pod);
}

// Not after the outages: an API server that has just been started denies what it has not yet read the roles for.
test("asks the API server for nothing that it is denied", async () => {
  assert.equal(await operator.deniedRequests(), []);
});

const OUTAGES: readonly (readonly ["kube-apiserver" | "etcd", string, number])[] = [
  ["kube-apiserver", "the API server is killed and started again", 0],
  ["etcd", `etcd is killed and away for ${OUTAGE_MS / 1_000} s`, OUTAGE_MS],
];

for (const [component, name, awayMs] of OUTAGES) {
  test(`refuses webhooks clearly while ${name}, and goes on afterwards`, async () => {
    await through(name, async () => {
      await plane.stopComponent(component, "SIGKILL");
      await pause(awayMs);
      await plane.startComponent(component);
    });
    assert.equal(load.caller.problems, []);
  });
}

test(`fires ${FIRES} times of all sources, and settles`, async () => {
  const counted = async () =>
    (await events()).reduce((sum, { status }) => sum + (status?.firedCount ?? 0), 0);
  await desk.place.until(
    `${FIRES} fires`,
    async () => ((await counted()) >= FIRES ? true : undefined),
    FIRES_LIMIT_MS,
    LONG_LOOK_MS,
  );
  for (const name of LOADED_SCHEDULES)
    await desk.place.patch("agentevents", name, { spec: { suspended: true } });
  await load.stop();
  settled = await desk.place.until(
    "everything settled",
    async () => {
      if ((await operator.openRuns()) > 0) return undefined;
      const found = { events: await events(), runs: await desk.place.runs() };
      return areSettled(found.events, found.runs) ? found : undefined;
    },
    SETTLE_LIMIT_MS,
    LONG_LOOK_MS,
  );
  const { caller, refused } = load;
  const counts = settled.events.map(({ metadata, status }) => `${metadata.name} ${status?.firedCount ?? 0}`);
  say(`${settled.runs.length} runs; fires: ${counts.join(", ")}`);
  say(
    `${caller.calls} webhooks called, ${caller.acknowledged.length} acknowledgements, ${caller.skipped} skipped, ${refused} refused, ${caller.unanswered} unanswered`,
  );
  assert.ok(
    settled.events.every(({ status }) => (status?.firedCount ?? 0) > 0),
    "an event never fired",
  );
  assert.ok(caller.skipped > 0, "Forbid skipped nothing");
});

async function events(): Promise<readonly AgentEvent[]> {
  return (await plane.client.call<{ items: AgentEvent[] }>(desk.place.path("agentevents"))).items;
}

test("has lost no acknowledged fire, fired none twice, counted exactly, and let none of a Forbid event overlap", async () => {
  const mayReorder = await operator.leaderChanges();
  const { acknowledged, problems } = load.caller;
  assert.equal(problems, []);
  assert.equal(brokenPromises({ ...settled, acknowledged, mayReorder }), []);
});

test("has repeated no model call but for the killed pod of an agent", () => {
  const { problems, ...work } = repeatedWork(settled.runs, provider.calls, killedAgents);
  const calls = [...provider.calls.values()].reduce((sum, each) => sum + each, 0);
  say(
    `${work.steps} steps in ${work.attempts} attempts, ${calls} calls of the model, ${work.lost} of them with a pod that had gone`,
  );
  assert.equal(problems, []);
});

test.run();
