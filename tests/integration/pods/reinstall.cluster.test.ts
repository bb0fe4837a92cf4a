/** What deleting takes away, and what an operator finds again that is installed where one has been before. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tokenSecretName } from "../../../lib/api/keys.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { startNode } from "../../cluster/node/start-node.ts";
import type { TestNode } from "../../cluster/node/test-node.ts";
import { TurningProvider } from "../../support/health/turning-provider.ts";
import { OperatorPods } from "../../support/pods/operator-pods.ts";
import { PodDesk } from "../../support/pods/pod-desk.ts";

const QUESTIONS = 5;

const test = suite("an installation that is taken away");
let plane: ControlPlane;
let node: TestNode;
let operator: OperatorPods;
let provider: TurningProvider;
let desk: PodDesk;

test.before(async () => {
  plane = await startControlPlane();
  await plane.reset();
  node = await startNode(plane);
  provider = await TurningProvider.start({ hostname: node.hostAddress });
  operator = await OperatorPods.install(plane, node);
  desk = await PodDesk.make(plane);
  const agent = PodDesk.agent("clerk", { provider: { baseURL: provider.baseURL } });
  const lines = [...PodDesk.desk(), ...PodDesk.line("other", "doomed"), ...PodDesk.line("printer", "print")];
  await desk.place.apply({ objects: [agent, ...lines, echo] });
  await desk.untilRouted(1);
});

test.after(async () => {
  await plane.reset();
  await provider?.close();
  await plane.stop();
});

/** Fires once for each answer of the team that is asked. */
const echo = PodDesk.object("AgentEvent", "echo", {
  source: { type: "team-output", teamOutput: { name: "team" } },
  targets: [{ team: "printer", input: { question: "print {{ .trigger.output }}" } }],
});

/** Waits until both events have fired so often, and all that came of it has ended. */
const untilFired = (count: number) =>
  desk.place.until("every fire counted", async () => {
    const events = await Promise.all(["ask", "echo"].map((name) => desk.place.event(name)));
    const runs = await desk.place.runs();
    const isSettled = runs.every(({ status }) => status?.phase === "Succeeded");
    return isSettled && events.every((event) => event?.status?.firedCount === count) ? runs : undefined;
  });
const askOnce = async (question: string) => {
  const [url = ""] = await operator.urls();
  assert.is((await desk.ask(url, question)).output, `said ${question}`);
};

test("loses a deleted event's runs and its Secret", async () => {
  const [url = ""] = await operator.urls();
  const token = await desk.place.token("doomed");
  const fired = await desk.place.fire(url, "doomed", {
    query: "?mode=sync&timeout=60s",
    token,
    body: { question: "?" },
  });
  assert.is(fired.status, 200, await fired.text());
  await desk.kubectl("delete", "agentevent", "doomed");
  await desk.place.until("its runs and its Secret gone", async () => {
    const runs = (await desk.place.runs()).filter(({ spec }) => spec.team === "other");
    const secret = await desk.place.secret(tokenSecretName("doomed"));
    return runs.length === 0 && secret === undefined ? true : undefined;
  });
});

test("leaves what its users have, and goes at once", async () => {
  for (let index = 0; index < QUESTIONS; index += 1) await askOnce(`question ${index}`);
  await untilFired(QUESTIONS);
  await operator.uninstall();
  assert.is((await untilFired(QUESTIONS)).length, 2 * QUESTIONS);
  await desk.untilReady("clerk", 1); // the agents work on without whoever started them
});

test("is picked up by the next operator, for which nothing fires again", async () => {
  const before = await desk.pods("clerk");
  operator = await OperatorPods.install(plane, node);
  await desk.untilRouted(1);
  await askOnce("after all");
  assert.is((await untilFired(QUESTIONS + 1)).length, 2 * (QUESTIONS + 1));
  const tasks = provider.calls.filter(({ isCheck, prompt }) => !isCheck && prompt !== "?");
  assert.is(tasks.length, 2 * (QUESTIONS + 1), "a question was asked again");
  const names = (pods: Awaited<ReturnType<PodDesk["pods"]>>) => pods.map(({ metadata }) => metadata.uid);
  assert.equal(names(await desk.pods("clerk")), names(before), "an agent's pod was replaced");
});

test("does not keep its users' resources from being deleted when it is gone", async () => {
  await operator.uninstall();
  await desk.kubectl(
    "delete",
    "agentevents,agentteams,agentruns,agents,agentservices",
    "--all",
    "--timeout=30s",
  );
  assert.equal(await desk.place.runs(), []);
});

test.run();
