import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { controllerReference } from "../../../lib/api/object.ts";
import { aStep } from "../../support/builders/a-team.ts";
import { EventSystem } from "../../support/firing/event-system.ts";

const test = suite("retries");

/** A team whose step `bad` fails until it is mended; `after` needs it, `good` does not. */
async function failedRun(): Promise<{ system: EventSystem; failed: AgentRun }> {
  const system = await EventSystem.start([]);
  await system.createTeam("writers", {
    steps: [aStep("good"), aStep("bad"), aStep("worse"), aStep("after", { dependsOn: ["good", "bad"] })],
  });
  let isMended = false;
  system.agents.answer = (prompt) => {
    if (!isMended && /bad|worse/.test(prompt)) throw new Error("no");
    return `said ${prompt}`;
  };
  await system.createRun("run", {});
  await system.pass(2_000);
  isMended = true;
  system.agents.prompts.length = 0;
  return { system, failed: await system.run("run") };
}

function phases(run: AgentRun): readonly string[] {
  return (run.status?.steps ?? []).map((step) => `${step.name} ${step.phase}`);
}

test("keep what succeeded and run again what failed, and what was skipped because of it", async () => {
  const { system, failed } = await failedRun();
  assert.equal(phases(failed), ["good Succeeded", "bad Failed", "worse Failed", "after Skipped"]);
  await system.createRun("run-r1", { retryOf: { run: "run" } });
  await system.pass(2_000);
  const retry = await system.run("run-r1");
  assert.is(retry.status?.phase, "Succeeded");
  assert.equal(system.agents.prompts, ["do bad", "do worse", "do after"]);
  assert.equal(retry.status?.steps?.at(0), failed.status?.steps?.at(0), "outputs and times are kept");
  assert.equal(retry.status?.teamSpec, failed.status?.teamSpec);
  await system.down();
});

test("run only the step that is named, and what was skipped because of it", async () => {
  const { system } = await failedRun();
  await system.createRun("run-r1", { retryOf: { run: "run", step: "bad" } });
  await system.pass(2_000);
  assert.equal(system.agents.prompts, ["do bad", "do after"]);
  const retry = await system.run("run-r1");
  assert.is(retry.status?.phase, "Failed", "another step has failed and was not retried");
  assert.equal(phases(retry), ["good Succeeded", "bad Succeeded", "worse Failed", "after Succeeded"]);
  await system.down();
});

const refused = [
  { name: "a run that does not exist", retryOf: { run: "none" }, says: /there is no run "none"/ },
  { name: "a step that does not exist", retryOf: { run: "run", step: "no" }, says: /has no step "no"/ },
  {
    name: "a step that has not failed",
    retryOf: { run: "run", step: "good" },
    says: /"good".*has not failed/,
  },
];
for (const { name, retryOf, says } of refused) {
  test(`refuse ${name}`, async () => {
    const { system } = await failedRun();
    await system.createRun("run-r1", { retryOf });
    const { status } = await system.run("run-r1");
    assert.is(status?.phase, "Failed");
    assert.is(status?.conditions?.at(0)?.reason, "NotRetryable");
    assert.match(status?.error ?? "", says);
    assert.equal(system.agents.prompts, []);
    await system.down();
  });
}

test("refuse a run that has not failed", async () => {
  const { system } = await failedRun();
  await system.createRun("fine", {});
  await system.pass(2_000);
  await system.createRun("fine-r1", { retryOf: { run: "fine" } });
  const { status } = await system.run("fine-r1");
  assert.is(status?.phase, "Failed");
  assert.match(status?.error ?? "", /"fine" has not failed \(it is Succeeded\)/);
  await system.down();
});

test("wait under Forbid until no run of the event is active, are not counted, and hold off fires", async () => {
  const system = await EventSystem.start();
  await system.createEvent("hook", { concurrencyPolicy: "Forbid" });
  system.agents.answer = () => {
    throw new Error("no");
  };
  await system.fire("hook", "one");
  const [first] = await system.runsOf("hook");
  assert.is(first?.status?.phase, "Failed");
  const held = Promise.withResolvers<void>();
  system.agents.held = held.promise;
  system.agents.answer = () => "better";
  await system.fire("hook", "two");
  const owner = [controllerReference(await system.event("hook"))];
  const name = `${first?.metadata.name}-r1`;
  await system.createRun(name, { retryOf: { run: first?.metadata.name ?? "" } }, owner);
  await system.pass(3_000);
  assert.is((await system.run(name)).status?.phase, undefined, "fire two runs");
  const again = Promise.withResolvers<void>();
  system.agents.held = again.promise;
  held.resolve();
  await system.pass(3_000);
  assert.is((await system.run(name)).status?.phase, "Running");
  assert.is((await system.fire("hook", "three"))?.kind, "skipped");
  again.resolve();
  await system.pass(3_000);
  assert.is((await system.run(name)).status?.phase, "Succeeded");
  const { status } = await system.event("hook");
  assert.is(status?.firedCount, 2);
  assert.is(status?.ledger?.starting, undefined);
  await system.down();
});

test.run();
