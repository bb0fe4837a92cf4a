/** A model that turns bad under a kubelet's eyes, a key that is turned, and a pod that is not ours. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Label } from "../../../lib/api/keys.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { aScriptPod, isReady, type Pod } from "../../cluster/node/a-pod.ts";
import { startNode } from "../../cluster/node/start-node.ts";
import { TurningProvider } from "../../support/health/turning-provider.ts";
import { answers, completion } from "../../support/hostile-behaviours.ts";
import { OperatorPods } from "../../support/pods/operator-pods.ts";
import { PodDesk } from "../../support/pods/pod-desk.ts";

const QUESTIONS = 8;
const KEY_SECRET = "model-key";
/** Probed every other second, and the check itself takes a moment. */
const NOTICED_LIMIT_MS = 30_000;

const test = suite("agents as pods");
let plane: ControlPlane;
let operator: OperatorPods;
let left: TurningProvider;
let right: TurningProvider;
let desk: PodDesk;

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
  const node = await startNode(plane);
  left = await TurningProvider.start({ hostname: node.hostAddress });
  right = await TurningProvider.start({ hostname: node.hostAddress });
  operator = await OperatorPods.install(plane, node);
  desk = await PodDesk.make(plane);
  const apiKeySecretRef = { name: KEY_SECRET, key: "apiKey" };
  await desk.place.apply({
    objects: [
      keySecret("first"),
      PodDesk.agent("left", { provider: { baseURL: left.baseURL, apiKeySecretRef } }),
      PodDesk.agent("right", { provider: { baseURL: right.baseURL } }),
      ...PodDesk.desk(),
    ],
  });
  await desk.untilReady("left", 1);
  await desk.untilReady("right", 1);
  await desk.untilRouted(2);
});

test.after(async () => {
  await plane.reset();
  await left?.close();
  await right?.close();
  await plane.stop();
});

function keySecret(key: string): object {
  const metadata = { name: KEY_SECRET, labels: { [Label.providerKey]: "true" } };
  return { apiVersion: "v1", kind: "Secret", metadata, stringData: { apiKey: key } };
}

/** Asks so much at once that every agent gets some of it, and demands that all of it is answered. */
async function askAll(): Promise<void> {
  const [url = ""] = await operator.urls();
  const questions = Array.from({ length: QUESTIONS }, (_, index) => `question ${index}`);
  const given = await Promise.all(questions.map((question) => desk.ask(url, question)));
  assert.equal(
    given.map(({ output }) => output),
    questions.map((question) => `said ${question}`),
  );
}

const eventsOf = (agent: string) =>
  desk.kubectl("get", "events", "--field-selector", `involvedObject.kind=Agent,involvedObject.name=${agent}`);

const untilReadinessIs = (wanted: boolean) =>
  desk.place.until(
    `the kubelet finds the pod ${wanted ? "ready" : "not ready"}`,
    async () => {
      const pods = await desk.pods("left");
      return pods.length > 0 && pods.every((pod) => isReady(pod) === wanted) ? true : undefined;
    },
    NOTICED_LIMIT_MS,
  );

test("get no task while their model answers wrongly, and others do the work", async () => {
  const turnedMs = performance.now();
  await left.turnBad({
    kind: "answers",
    behaviour: answers(200, completion("UNHEALTHY")),
    isForChecksOnly: true,
  });
  await untilReadinessIs(false);
  process.stdout.write(`\nnot ready after ${Math.round(performance.now() - turnedMs)} ms\n`);
  await desk.untilRouted(1);
  const routedMs = performance.now();
  await askAll();
  assert.is(left.count(false, "left", routedMs), 0, "a task for a model that answers wrongly");
  assert.is(right.count(false, "right", routedMs), QUESTIONS);
});

test("have their failure told by kubectl get events, and are not restarted for it", async () => {
  const told = await desk.place.until("the Event", async () => {
    const lines = (await eventsOf("left")).split("\n");
    return lines.find((line) => line.includes("SemanticCheckFailed"));
  });
  process.stdout.write(`\n${told}\n`);
  assert.match(told, /Warning +SemanticCheckFailed +agent\/left +.*left-agent-/);
  const [pod] = await desk.pods("left");
  assert.is(pod?.status?.containerStatuses?.[0]?.restartCount, 0);
});

test("get tasks again when the model answers well again, by themselves", async () => {
  await left.turnGood();
  await untilReadinessIs(true);
  await desk.untilRouted(2);
  const routedMs = performance.now();
  await askAll();
  assert.ok(left.count(false, "left", routedMs) > 0, "no task for a model that is well again");
  await desk.place.until("the Event", async () =>
    (await eventsOf("left")).includes("SemanticCheckRecovered") ? true : undefined,
  );
});

test("use a new key without a restart", async () => {
  const before = (await desk.pods("left")).map(({ metadata }) => metadata.uid);
  assert.ok(left.calls.every(({ authorization }) => authorization === "Bearer first"));
  await desk.place.apply({ objects: [keySecret("second")] });
  await desk.place.until("a call with the new key", () =>
    left.calls.at(-1)?.authorization === "Bearer second" ? true : undefined,
  );
  const pods = await desk.pods("left");
  assert.equal(
    pods.map(({ metadata }) => metadata.uid),
    before,
  );
  assert.ok(pods.every(({ status }) => status?.containerStatuses?.[0]?.restartCount === 0));
});

/** Is ready, and remembers whatever else it is asked. */
const SPY = `
const seen = [];
require("node:http").createServer((request, response) => {
  if (request.url === "/seen") return response.end(JSON.stringify(seen));
  if (request.url !== "/readyz") seen.push(request.method + " " + request.url);
  response.end("{}");
}).listen(8080);
`;

test("are not joined by a pod that carries their labels", async () => {
  const [own] = await desk.pods("left");
  const { "pod-template-hash": _, ...labels } = own?.metadata.labels ?? {};
  await desk.place.apply({ objects: [aScriptPod("spy", SPY, labels)] });
  const spy = await desk.place.until("the spy ready", async () => {
    const found = (await desk.pods("left")).find(({ metadata }: Pod) => metadata.name === "spy");
    return isReady(found) ? found : undefined;
  });
  await askAll();
  await askAll();
  const seen = await fetch(`http://${spy.status?.podIP}:8080/seen`);
  assert.equal(await seen.json(), [], "a pod that is not ours was asked");
  await desk.untilRouted(2);
});

test.run();
