/** What a stranger applies, run by a kubelet: the operator and agents as pods, from a webhook to its answer. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { OPERATOR_NAMESPACE } from "../../../lib/api/group.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { startControlPlane } from "../../cluster/control-plane/start-control-plane.ts";
import { startNode } from "../../cluster/node/start-node.ts";
import type { TestNode } from "../../cluster/node/test-node.ts";
import { TurningProvider } from "../../support/health/turning-provider.ts";
import { OperatorPods } from "../../support/pods/operator-pods.ts";
import { PodDesk } from "../../support/pods/pod-desk.ts";

/** A minute to the next slot of a schedule, and time to work it off. */
const CRON_LIMIT_MS = 120_000;

const test = suite("an installation");
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
  const startedMs = performance.now();
  operator = await OperatorPods.install(plane, node);
  process.stdout.write(`\ninstalled and ready in ${Math.round(performance.now() - startedMs)} ms\n`);
  desk = await PodDesk.make(plane);
});

test.after(async () => {
  await plane.reset();
  await provider?.close();
  await plane.stop();
});

test("enforces restricted Pod Security on the operator's own namespace", async () => {
  type Namespace = { readonly metadata: { readonly labels: Readonly<Record<string, string>> } };
  const { metadata } = await plane.client.call<Namespace>(`/api/v1/namespaces/${OPERATOR_NAMESPACE}`);
  assert.is(metadata.labels["pod-security.kubernetes.io/enforce"], "restricted");
});

/** A schedule, and a team that prints what comes of it: the minute until it fires passes while other things are tested. */
function scheduled(): object[] {
  const printer = { name: "print", service: "desk", prompt: "print {{ .input.text }}" };
  const echo = {
    source: { type: "team-output", teamOutput: { name: "teller" } },
    targets: [{ team: "printer", input: { text: "{{ .trigger.output }}" } }],
  };
  const tick = {
    source: { type: "cron", cron: "* * * * *" },
    targets: [{ team: "teller", input: { question: "what time is it" } }],
  };
  const [teller = {}] = PodDesk.line("teller", "unused");
  return [
    teller,
    PodDesk.object("AgentTeam", "printer", { steps: [printer] }),
    PodDesk.object("AgentEvent", "echo", echo),
    PodDesk.object("AgentEvent", "tick", tick),
  ];
}

test("makes pods of an Agent, which the kubelet finds ready by what the model answers", async () => {
  const agent = PodDesk.agent("clerk", { replicas: 2, provider: { baseURL: provider.baseURL } });
  await desk.place.apply({ objects: [agent, ...PodDesk.desk(), ...scheduled()] });
  await desk.untilReady("clerk", 2);
  await desk.untilRouted(2);
  assert.ok(provider.count(true, "clerk") >= 2, "each pod has asked the model");
});

test("answers a webhook at every address of its Service with what the model says", async () => {
  const urls = await operator.urls();
  assert.is(urls.length, 2);
  for (const url of urls) {
    const { code, status, output } = await desk.ask(url, `who serves ${url}?`);
    assert.equal(
      { code, status, output },
      { code: 200, status: "succeeded", output: `said who serves ${url}?` },
    );
  }
});

test("tells its story to kubectl get, wait, describe and get events", async () => {
  const { runName } = await desk.ask((await operator.urls())[0] ?? "", "again?");
  await desk.kubectl("wait", `agentrun/${runName}`, "--for=condition=Succeeded", "--timeout=10s");
  await desk.kubectl("wait", "agent/clerk", "--for=condition=Ready", "--timeout=10s");
  assert.match(await desk.kubectl("get", "agents"), /clerk +clerk +2 +2 +semantic/);
  assert.match(await desk.kubectl("get", "agentruns"), new RegExp(`${runName} .*Succeeded`));
  assert.match(await desk.kubectl("get", "agentevents"), /ask +webhook +false +True +[1-9]/);
  const described = await desk.kubectl("describe", "agentrun", runName);
  assert.match(described, /Pod: +clerk-agent-/);
  assert.match(await desk.kubectl("get", "events"), "RunSucceeded");
});

test("fires by schedule and by another team's output", async () => {
  const outputs = await desk.place.until(
    "a run of the schedule, printed",
    async () => {
      const found = (await desk.place.runs()).filter(({ spec }) => spec.team === "printer");
      const printed = found.map(({ status }) => status?.output).filter((output) => output !== undefined);
      return printed.includes("said print said what time is it") ? printed : undefined;
    },
    CRON_LIMIT_MS,
  );
  assert.ok(outputs.length >= 1);
  await desk.place.delete("agentevents", "tick");
});

test("asks the API server for nothing that it is denied", async () => {
  assert.equal(await operator.deniedRequests(), []);
});

test.run();
