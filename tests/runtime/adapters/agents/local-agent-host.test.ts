import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LocalTasks } from "../../../../runtime/adapters/agents/local-tasks.ts";
import type { AgentEndpoint } from "../../../../runtime/ports/agent-endpoints.ts";
import type { ModelReply } from "../../../../runtime/ports/model.ts";
import { anAgent, aProvider, TestHost } from "../../../support/a-local-host.ts";
import { aReply } from "../../../support/fake-model.ts";
import { ScriptedAnswer } from "../../../support/scripted-answer.ts";

const test = suite("LocalAgentHost");
const semantic = { livenessProbe: { type: "semantic", intervalSeconds: 60 } } as const;
let t: TestHost;
let tasks: LocalTasks;

test.before.each(() => {
  t = new TestHost();
  tasks = new LocalTasks((endpoint) => t.host.tasksOf(endpoint));
});
test.after.each(async () => {
  await t.stop();
  assert.is(t.timers.pending, 0);
});

/** Begins a task on a pod, and reads up to its first token. */
async function begun(pod: AgentEndpoint) {
  const answer = new ScriptedAnswer();
  t.model.speak = () => answer;
  const deadline = new Date(t.clock.now().getTime() + 300_000);
  const task = { id: "t-1", prompt: "hello", deadline };
  const reader = tasks.start(pod, task, new AbortController().signal)[Symbol.asyncIterator]();
  answer.say("a");
  await reader.next();
  return { answer, reader };
}

test("runs as many pods as are wanted, each with a name and a uid of its own", async () => {
  const pods = await t.settled(anAgent({ replicas: 3 }));
  for (const { pod } of pods) assert.match(pod, /^writer-[bcdfghjklmnpqrstvwxz2-9]{5}$/);
  assert.is(new Set(pods.map(({ podUID }) => podUID)).size, 3);
  assert.is(new Set(pods.map((pod) => t.host.tasksOf(pod))).size, 3);
  for (const pod of pods) assert.equal(t.host.find(pod.podUID), pod);
});

test("lists a pod as not ready until its first good probe", async () => {
  t.model.answer = () => new Promise<ModelReply>(() => {});
  t.host.apply(anAgent(semantic), aProvider);
  await t.until(() => t.pods().length === 1 && t.model.asked.length === 1);
  assert.not(t.pods()[0]?.isReady);
  await t.timers.advance(15_000);
  await t.until(() => t.reports.length === 1);
  assert.equal([t.reports[0]?.isReady, t.reports[0]?.verdict.reason], [false, "ProviderTimedOut"]);
});

test("takes a pod out within an interval when its answers turn wrong, and back by itself", async () => {
  const [pod] = await t.settled(anAgent(semantic));
  await t.until(() => t.reports.length === 1 && t.timers.nextInMs > 20_000);
  t.model.answer = () => aReply({ content: "UNHEALTHY" });
  await t.timers.advance(60_000);
  await t.until(() => t.ready().length === 0 && t.reports.length === 2);
  assert.is(t.reports[1]?.verdict.reason, "WrongAnswer");
  assert.equal(t.reports[1]?.agent, { namespace: "default", name: "writer" });
  assert.is(t.pods()[0]?.podUID, pod?.podUID);
  await t.until(() => t.timers.nextInMs > 20_000);
  t.model.answer = () => aReply();
  await t.timers.advance(60_000);
  await t.until(() => t.ready().length === 1 && t.reports.length === 3);
  assert.is(t.reports[2]?.verdict.verdict, "Healthy");
});

test("tells its listeners of every change, until they stop listening", async () => {
  const heard: string[] = [];
  const stop = t.host.onChange((namespace, agent) => void heard.push(`${namespace}/${agent}`));
  await t.settled(anAgent());
  assert.equal(new Set(heard), new Set(["default/writer"]));
  stop();
  heard.length = 0;
  await t.settled(anAgent({ replicas: 0 }));
  assert.equal(heard, []);
});

test("scales without touching the pods that stay", async () => {
  const [first] = await t.settled(anAgent({ replicas: 1 }));
  const three = await t.settled(anAgent({ replicas: 3 }));
  assert.is(three[0]?.podUID, first?.podUID);
  const [last] = await t.settled(anAgent({ replicas: 1 }));
  assert.is(last?.podUID, first?.podUID);
});

test("lets a task end on a pod that is scaled down, and then forgets the pod", async () => {
  const [pod] = await t.settled(anAgent());
  assert.ok(pod);
  const { answer, reader } = await begun(pod);
  t.host.apply(anAgent({ replicas: 0 }), aProvider);
  const found = t.host.find(pod.podUID);
  assert.equal([found?.isTerminating, found?.isReady], [true, false]);
  answer.say("b");
  answer.stop();
  await reader.next();
  const result = (await reader.next()).value;
  assert.is(result?.type === "result" && result.output, "ab");
  assert.ok(t.host.find(pod.podUID));
  await tasks.remove(pod, "t-1");
  await t.until(() => t.host.find(pod.podUID) === undefined);
  assert.is(t.host.tasksOf(pod), undefined);
});

test("rolls on a changed spec, new pods before old ones", async () => {
  const old = await t.settled(anAgent({ replicas: 2 }));
  let fewest = Number.POSITIVE_INFINITY;
  t.host.onChange(() => {
    fewest = Math.min(fewest, t.ready().length);
  });
  t.host.apply(anAgent({ replicas: 2, model: "m-2" }), aProvider);
  const uids = old.map(({ podUID }) => podUID);
  await t.until(() => t.pods().length === 2 && t.pods().every(({ podUID }) => !uids.includes(podUID)));
  assert.is(fewest, 2);
});

test("keeps the old pods while the new ones answer wrongly", async () => {
  const [old] = await t.settled(anAgent(semantic));
  t.model.answer = ({ model }) => aReply({ content: model === "m-2" ? "nonsense" : "HEALTHY" });
  t.host.apply(anAgent({ ...semantic, model: "m-2" }), aProvider);
  await t.until(() => t.reports.some(({ isReady }) => !isReady));
  assert.is(t.pods().length, 2);
  assert.equal(
    t.ready().map(({ podUID }) => podUID),
    [old?.podUID],
  );
});

test("does not roll for a spec that only lists its keys in another order", async () => {
  const [first] = await t.settled(anAgent({ systemPrompt: "Be brief." }));
  const agent = anAgent({ systemPrompt: "Be brief." });
  const spec = Object.fromEntries(Object.entries(agent.spec).reverse()) as typeof agent.spec;
  const [same] = await t.settled({ ...agent, spec });
  assert.is(same?.podUID, first?.podUID);
});

test("rolls for another provider, and for another agent of the same name", async () => {
  const [first] = await t.settled(anAgent());
  t.host.apply(anAgent(), { ...aProvider, baseURL: "http://elsewhere.example/v1" });
  await t.until(() => t.pods().length === 1 && t.pods()[0]?.podUID !== first?.podUID);
  const [second] = t.pods();
  t.host.remove({ namespace: "default", name: "writer" });
  const [third] = await t.settled(anAgent({}, "writer", "another-uid"));
  assert.not.equal(third?.podUID, second?.podUID);
});

test("takes all pods of an agent down that is deleted, and leaves the others", async () => {
  await t.settled(anAgent({ replicas: 2 }));
  await t.settled(anAgent({}, "reader"));
  t.host.remove({ namespace: "default", name: "writer" });
  await t.until(() => t.pods().length === 0);
  assert.is(t.ready("reader").length, 1);
  t.host.remove({ namespace: "default", name: "nobody" });
});

test("tries again, later and later, where a pod can't start", async () => {
  t.startError = new Error("no port is free");
  t.host.apply(anAgent({ replicas: 2 }), aProvider);
  await t.until(() => t.timers.pending === 1);
  await t.timers.advance(2_000);
  await t.until(() => t.timers.pending === 1);
  assert.is(t.logger.lines.filter(({ message }) => message === "agent pod did not start").length, 4);
  t.startError = undefined;
  await t.timers.advance(4_000);
  await t.until(() => t.ready().length === 2);
});

test("starts at once what is wanted again after it was deleted while it waited for another try", async () => {
  const [pod] = await t.settled(anAgent());
  assert.ok(pod);
  await begun(pod);
  t.startError = new Error("no port is free");
  t.host.apply(anAgent({ replicas: 2 }), aProvider);
  await t.until(() => t.logger.lines.some(({ message }) => message === "agent pod did not start"));
  t.host.remove({ namespace: "default", name: "writer" });
  t.startError = undefined;
  t.host.apply(anAgent({ replicas: 2 }), aProvider);
  await t.until(() => t.ready().length === 2);
  assert.ok(t.host.find(pod.podUID)?.isTerminating);
});

test("takes down a pod that is not wanted any more while it starts", async () => {
  t.host.apply(anAgent(), aProvider);
  t.host.remove({ namespace: "default", name: "writer" });
  await t.settled(anAgent({}, "reader"));
  assert.is(t.pods().length, 0);
});

test("stops at once with tasks under way, and starts nothing more", async () => {
  const [pod] = await t.settled(anAgent({ replicas: 2 }));
  assert.ok(pod);
  const { reader } = await begun(pod);
  await t.stop();
  const failure = (await reader.next()).value;
  assert.is(failure?.type === "failure" && failure.reason, "PodStopped");
  assert.is(t.pods().length, 0);
  t.host.apply(anAgent(), aProvider);
  assert.is(t.pods().length, 0);
});

test.run();
