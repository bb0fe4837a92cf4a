import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Agent, AgentResource, type AgentSpec } from "../../../lib/api/agent.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { AgentReason } from "../../../lib/api/reason.ts";
import { hasEnded } from "../../../runtime/domain/firing/fires-of.ts";
import { HealthSystem } from "../../support/health/health-system.ts";
import { sooner } from "../../support/health/sooner.ts";
import { TurningProvider } from "../../support/health/turning-provider.ts";
import { answers, completion } from "../../support/hostile-behaviours.ts";

const test = suite("startStandalone");

const UNHEALTHY = answers(200, completion("UNHEALTHY"));
let system: HealthSystem;
const providers: TurningProvider[] = [];

test.before(async () => {
  system = await HealthSystem.start();
});
test.after(async () => {
  await system.stop();
  for (const provider of providers) await provider.close();
});

/** A namespace with an agent, and its provider. */
async function aDesk(namespace: string, spec: Partial<AgentSpec> = {}, timeoutSeconds = 20) {
  const provider = await TurningProvider.start({ holdsTasks: true });
  providers.push(provider);
  await system.addWork(namespace, { timeoutSeconds, retries: 0 });
  const provided = { provider: { baseURL: provider.baseURL }, ...spec };
  const agent = () => system.addAgent(namespace, "only", provided);
  await agent();
  if (spec.replicas !== 0) await system.ready(namespace, "only", spec.replicas ?? 1);
  return { provider, addAgent: agent, fire: (id: string) => system.fire(namespace, id) };
}

/** Changes the spec of the agent, also where somebody writes its status at the same time. */
async function change(namespace: string, spec: Partial<AgentSpec>): Promise<void> {
  await sooner(async () => {
    const agent = await system.agent(namespace, "only");
    if (agent === undefined) return false;
    const changed: Agent = { ...agent, spec: { ...agent.spec, ...spec } };
    return system.standalone.store.replace(AgentResource, changed).then(
      () => true,
      () => false,
    );
  }, `${namespace}: the agent is changed`);
}

async function ended(namespace: string, name: string): Promise<AgentRun> {
  let run: AgentRun | undefined;
  await sooner(async () => {
    run = await system.run(namespace, name);
    return run !== undefined && hasEnded(run);
  }, `${namespace}: run ${name} ends`);
  if (run === undefined) throw new Error("there is no run");
  return run;
}

const stepOf = ({ status }: AgentRun) => {
  const { phase, attempts, pod, output } = status?.steps?.[0] ?? {};
  return { phase, attempts, pod, output };
};
const begun = (provider: TurningProvider, id: string) =>
  sooner(() => provider.calls.some((call) => !call.isCheck && call.prompt === id), `task ${id} has begun`);

test("a task that runs on a pod that turns not ready goes on and ends there", async () => {
  const { provider, fire } = await aDesk("kept");
  const run = await fire("long");
  await begun(provider, "long");
  await provider.turnBad({ kind: "answers", behaviour: UNHEALTHY, isForChecksOnly: true });
  await system.ready("kept", "only", 0);
  assert.is((await system.run("kept", run))?.status?.phase, "Running");
  provider.release();
  const { pod: _, ...step } = stepOf(await ended("kept", run));
  assert.equal(step, { phase: "Succeeded", attempts: 1, output: "said long" });
});

test("a run waits for a ready pod no longer than its step may take, and says what to do", async () => {
  const { fire } = await aDesk("empty", { replicas: 0 }, 1);
  const { status } = await ended("empty", await fire("in vain"));
  assert.is(status?.phase, "Failed");
  const error = status?.steps?.[0]?.error ?? "";
  assert.match(error, "AgentService desk");
  assert.match(error, "within 1 s");
  assert.match(error, "kubectl describe agentservice desk");
});

test("an agent that is scaled to none says so, and takes what waits once it is scaled up", async () => {
  const { provider, fire } = await aDesk("scaled", { replicas: 0 });
  provider.release();
  const reason = async () => (await system.agent("scaled", "only"))?.status?.conditions?.[0]?.reason;
  await sooner(async () => (await reason()) === AgentReason.scaledToZero, "the condition says ScaledToZero");
  const run = await fire("patient");
  await change("scaled", { replicas: 1 });
  assert.is(stepOf(await ended("scaled", run)).phase, "Succeeded");
  await sooner(async () => (await reason()) === AgentReason.ready, "the condition says Ready");
});

test("scaling down lets tasks end where they run, and sends new ones to who stays", async () => {
  const { provider, fire } = await aDesk("drained", { replicas: 2 });
  const runs = [await fire("a"), await fire("b")];
  await Promise.all([begun(provider, "a"), begun(provider, "b")]);
  await change("drained", { replicas: 1 });
  await system.ready("drained", "only", 1);
  const lateRun = await fire("c");
  await begun(provider, "c");
  provider.release();
  const late = stepOf(await ended("drained", lateRun));
  const steps = await Promise.all(runs.map(async (run) => stepOf(await ended("drained", run))));
  assert.equal(
    steps.map(({ phase, attempts }) => [phase, attempts]),
    [
      ["Succeeded", 1],
      ["Succeeded", 1],
    ],
  );
  assert.is(new Set(steps.map(({ pod }) => pod)).size, 2, "each pod had one");
  await sooner(
    async () => (await system.agent("drained", "only"))?.status?.replicas === 1,
    "one pod is left",
  );
  const [left] = (await system.agent("drained", "only"))?.status?.lastProbe ?? [];
  assert.is(late.pod, left?.pod);
});

test("a changed agent answers new tasks as it is now, and old ones as it was", async () => {
  const { provider, fire } = await aDesk("changed");
  const run = await fire("before");
  await begun(provider, "before");
  await change("changed", { model: "newer" });
  await sooner(() => provider.count(true, "newer") > 0, "the new pod is checked");
  await sooner(async () => {
    const probes = (await system.agent("changed", "only"))?.status?.lastProbe ?? [];
    return probes.some((probe) => probe.verdict === "Healthy" && probes.length === 2);
  }, "the new pod is ready");
  const late = await fire("after");
  await begun(provider, "after");
  provider.release();
  assert.equal([stepOf(await ended("changed", run)).attempts, provider.count(false, "only")], [1, 1]);
  assert.is(stepOf(await ended("changed", late)).phase, "Succeeded");
  assert.is(provider.count(false, "newer"), 1);
});

test("a deleted agent finishes its tasks and gets none; one of the same name takes what waits", async () => {
  const { provider, addAgent, fire } = await aDesk("deleted");
  const run = await fire("before");
  await begun(provider, "before");
  await system.standalone.store.delete(AgentResource, { namespace: "deleted", name: "only" });
  const late = await fire("after");
  await sooner(
    async () => (await system.run("deleted", late))?.status?.phase === "Running",
    "the late run waits for a pod",
  );
  provider.release();
  assert.equal(stepOf(await ended("deleted", run)).attempts, 1);
  assert.not.ok(provider.calls.some((call) => call.prompt === "after"));
  await addAgent();
  const step = stepOf(await ended("deleted", late));
  assert.equal([step.phase, step.output], ["Succeeded", "said after"]);
  assert.is.not(step.pod, stepOf(await ended("deleted", run)).pod);
});

test.run();
