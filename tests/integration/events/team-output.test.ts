import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import { upstreamSource } from "../../support/builders/an-event.ts";
import { EventSystem } from "../../support/firing/event-system.ts";

const teams = ["writers", "readers"];
const targets = [{ team: "readers" }];
const test = suite("team-output events");

/** Runs `writers` once and says which run it was. */
async function runWriters(system: EventSystem, name: string, isFailing = false): Promise<string> {
  system.agents.answer = (prompt) => {
    if (isFailing) throw new Error("no");
    return `${name} said ${prompt}`;
  };
  await system.createRun(name, {});
  return (await system.run(name)).metadata.uid;
}

async function upstreams(system: EventSystem, event = "after"): Promise<readonly (string | undefined)[]> {
  return (await system.runsOf(event)).map((run) => run.spec.trigger.upstream?.run);
}

const phases = [
  { onPhase: "Succeeded", fires: ["good-1", "good-2"] },
  { onPhase: "Failed", fires: ["bad"] },
  { onPhase: "*", fires: ["good-1", "bad", "good-2"] },
] as const;
for (const { onPhase, fires } of phases) {
  test(`fire on ${onPhase}, once a completion and in order`, async () => {
    const system = await EventSystem.start(teams);
    await runWriters(system, "before");
    await system.pass(2_000);
    await system.createEvent("after", { source: upstreamSource(onPhase), targets });
    await runWriters(system, "good-1");
    await runWriters(system, "bad", true);
    await runWriters(system, "good-2");
    await system.pass(2_000);
    assert.equal(await upstreams(system), fires);
    assert.is((await system.event("after")).status?.firedCount, fires.length);
    await system.down();
  });
}

test("fire for each completion that nobody has dealt with before the operator went down, in order", async () => {
  const system = await EventSystem.start(teams);
  await system.createEvent("after", { source: upstreamSource(), targets });
  await system.down();
  const ends = { three: "00:03:00.003Z", one: "00:03:00.001Z", two: "00:03:00.002Z" };
  for (const [name, end] of Object.entries(ends)) {
    await system.createRun(name, {});
    const status = { phase: "Succeeded", output: name, completedAt: `2026-01-01T${end}` } as const;
    await system.store.replaceStatus(AgentRunResource, { ...(await system.run(name)), status });
  }
  const created: string[] = [];
  system.store.before = ({ method, kind, name = "" }) => {
    if (method === "create" && kind === "AgentRun") created.push(name);
  };
  system.clock.set("2026-01-01T00:10:00Z");
  await system.up();
  await system.pass(2_000);
  const runs = await system.runsOf("after");
  const upstreamOf = (name: string) =>
    runs.find((run) => run.metadata.name === name)?.spec.trigger.upstream?.run;
  assert.equal(created.map(upstreamOf), ["one", "two", "three"]);
  assert.is((await system.event("after")).status?.firedCount, 3);
  await system.down();
});

test("pass the output to targets, as .trigger.output and as input.output unless that is mapped", async () => {
  const system = await EventSystem.start([...teams, "others"]);
  await system.createEvent("after", {
    source: upstreamSource(),
    targets: [
      { team: "readers", input: { text: "it was {{ .trigger.output }}" } },
      { team: "others", input: { output: "mine" } },
    ],
  });
  await runWriters(system, "one");
  await system.pass(2_000);
  const runs = await system.runsOf("after");
  const inputOf = (team: string) => runs.find((run) => run.spec.team === team)?.spec.input;
  const output = "one said do write";
  assert.equal(inputOf("readers"), { text: `it was ${output}`, output });
  assert.equal(inputOf("others"), { output: "mine" });
  await system.down();
});

test("cut a chain that comes back to a team, and warn", async () => {
  const system = await EventSystem.start(teams);
  await system.createEvent("there", { source: upstreamSource(), targets });
  await system.createEvent("back", {
    source: upstreamSource("Succeeded", "readers"),
    targets: [{ team: "writers" }],
  });
  await runWriters(system, "one");
  await system.pass(5_000);
  assert.is((await system.runsOf("there")).length, 1);
  assert.is((await system.runsOf("back")).length, 0);
  const [warning = ""] = system.said("back").filter((line) => line.startsWith("FireFailed"));
  assert.match(warning, "the chain writers → readers would come back to it");
  await system.down();
});

test("fire for no completion that came while they were suspended, before or after they resume", async () => {
  const system = await EventSystem.start(teams);
  await system.createEvent("after", { source: upstreamSource(), targets });
  await system.edit("after", { suspended: true });
  await runWriters(system, "meanwhile");
  await system.pass(2_000);
  await system.edit("after", { suspended: false });
  await system.pass(2_000);
  assert.equal(await upstreams(system), []);
  await runWriters(system, "later");
  await system.pass(2_000);
  assert.equal(await upstreams(system), ["later"]);
  await system.down();
});

test("skip completions under Forbid while a run of theirs is active, and consume them", async () => {
  const system = await EventSystem.start(teams);
  await system.createTeam("slow", {
    steps: [{ name: "slow", service: "desk", prompt: "slowly", timeoutSeconds: 300, retries: 0 }],
  });
  const slow = Promise.withResolvers<void>();
  system.agents.heldBack = (prompt) => (prompt === "slowly" ? slow.promise : undefined);
  await system.createEvent("after", {
    source: upstreamSource(),
    targets: [{ team: "slow" }],
    concurrencyPolicy: "Forbid",
  });
  for (const name of ["one", "two", "three"]) await runWriters(system, name);
  assert.equal(await upstreams(system), ["one"]);
  const skipped = system.said("after").filter((line) => line.startsWith("FireSkipped"));
  assert.equal(
    skipped.map((line) => /end of run (\w+):/.exec(line)?.[1]),
    ["two", "three"],
  );
  slow.resolve();
  await system.pass(3_000);
  assert.equal(await upstreams(system), ["one"], "what was skipped is not made up for");
  await runWriters(system, "four");
  await system.pass(2_000);
  assert.equal(await upstreams(system), ["one", "four"]);
  assert.is((await system.event("after")).status?.firedCount, 2);
  await system.down();
});

test.run();
