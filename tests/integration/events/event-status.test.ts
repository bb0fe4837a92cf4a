import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentEventSpec } from "../../../lib/api/agent-event.ts";
import { cronSource, upstreamSource } from "../../support/builders/an-event.ts";
import { EventSystem } from "../../support/firing/event-system.ts";

const HOUR_MS = 3_600_000;
const targets = [{ team: "writers" }];
const test = suite("an event's status");

test("is written only where something has changed: never while nothing happens", async () => {
  const system = await EventSystem.start(["writers", "readers"]);
  await system.createEvent("hook", {});
  await system.createEvent("tick", { source: cronSource("0 0 1 1 *"), targets });
  await system.createEvent("after", { source: upstreamSource(), targets: [{ team: "readers" }] });
  await system.createEvent("paused", { source: cronSource(), targets, suspended: true });
  await system.createEvent("broken", { targets: [{ team: "nobody" }] });
  await system.fire("hook", "one");
  await system.pass(5_000);
  const before = system.statusWrites;
  await system.pass(2 * HOUR_MS);
  assert.is(system.statusWrites, before);
  await system.down();
  await system.up();
  assert.is(system.statusWrites, before, "a new leader finds nothing to write either");
  await system.down();
});

test("takes two writes a fire, and lets its ended runs become history within two seconds", async () => {
  const system = await EventSystem.start();
  const runHistoryLimit = { succeeded: 0, failed: 0 };
  await system.createTeam("tidy", { runHistoryLimit });
  await system.createEvent("tick", { source: cronSource("* * * * *"), targets: [{ team: "tidy" }] });
  for (const minute of [1, 2, 3]) {
    const before = system.store.count("replaceStatus", "AgentEvent");
    await system.passUntil(`2026-01-01T00:0${minute}:02.500Z`);
    const { status } = await system.event("tick");
    assert.equal([status?.firedCount, status?.ledger?.starting], [minute, undefined]);
    assert.equal(await system.runsOf("tick"), []);
    assert.is(system.store.count("replaceStatus", "AgentEvent") - before, 2);
  }
  await system.down();
});

test("moves lastTransitionTime with the status alone", async () => {
  const system = await EventSystem.start();
  await system.createEvent("hook", {});
  const made = await system.ready("hook");
  await system.pass(60_000);
  await system.fire("hook", "one");
  await system.edit("hook", { targets: [{ team: "writers", input: { a: "b" } }] });
  assert.equal(await system.ready("hook"), made);
  await system.edit("hook", { suspended: true });
  const suspended = await system.ready("hook");
  assert.ok(suspended.since > made.since);
  await system.pass(60_000);
  await system.edit("hook", { suspended: true, targets: [{ team: "nobody" }] });
  assert.is((await system.ready("hook")).since, suspended.since);
  await system.edit("hook", { suspended: false });
  assert.is((await system.ready("hook")).is, "False TargetTeamNotFound");
  assert.is((await system.ready("hook")).since, suspended.since, "it was False before");
  const { status, metadata } = await system.event("hook");
  assert.is(status?.observedGeneration, metadata.generation);
  await system.down();
});

const flaws: readonly { name: string; spec: Partial<AgentEventSpec>; is: string; says: RegExp }[] = [
  {
    name: "a schedule that can't be read",
    spec: { source: cronSource("61 * * * *"), targets },
    is: "False InvalidSchedule",
    says: /minute/,
  },
  {
    name: "a schedule that never comes",
    spec: { source: cronSource("0 0 31 2 *"), targets },
    is: "False ScheduleNeverFires",
    says: /never|no date/,
  },
  {
    name: "a template that can't be read",
    spec: { targets: [{ team: "writers", input: { a: "{{ .trigger.body.x" } }] },
    is: "False InvalidTemplate",
    says: /targets\[0\]\.input\.a.*line 1/,
  },
  {
    name: "a template that asks for what a schedule does not have",
    spec: { source: cronSource(), targets: [{ team: "writers", input: { a: "{{ .trigger.body.x }}" } }] },
    is: "False InvalidTemplate",
    says: /body/,
  },
  {
    name: "a target that does not exist",
    spec: { targets: [{ team: "nobody" }] },
    is: "False TargetTeamNotFound",
    says: /targets\[0\]\.team.*nobody/,
  },
  {
    name: "an upstream that does not exist",
    spec: { source: upstreamSource("Succeeded", "nobody"), targets },
    is: "False UpstreamTeamNotFound",
    says: /teamOutput\.name.*nobody/,
  },
];
for (const { name, spec, is, says } of flaws) {
  test(`says what has to be changed about ${name}`, async () => {
    const system = await EventSystem.start();
    await system.createEvent("flawed", spec);
    const ready = await system.ready("flawed");
    assert.is(ready.is, is);
    assert.match(ready.message, says);
    assert.is((await system.event("flawed")).status?.nextFireAt, undefined);
    await system.down();
  });
}

test("heals once the missing team appears, and breaks when it goes", async () => {
  const system = await EventSystem.start();
  await system.createEvent("hook", { targets: [{ team: "later" }] });
  await system.createTeam("later");
  await system.pass(1_000);
  assert.is((await system.ready("hook")).is, "True Active");
  await system.fire("hook", "one");
  assert.is((await system.runsOf("hook")).at(0)?.status?.phase, "Succeeded");
  await system.down();
});

test("counts each key once under Forbid, and nothing for a call that is skipped", async () => {
  const system = await EventSystem.start();
  const held = Promise.withResolvers<void>();
  system.agents.held = held.promise;
  await system.createEvent("hook", { concurrencyPolicy: "Forbid" });
  const first = await system.fire("hook", "one");
  const replay = await system.fire("hook", "one");
  const other = await system.fire("hook", "two");
  assert.is(first?.kind, "fired");
  assert.ok(replay?.kind === "fired" && replay.isReplay);
  assert.is(other?.kind, "skipped");
  assert.is((await system.event("hook")).status?.firedCount, 1);
  held.resolve();
  await system.pass(2_000);
  assert.is((await system.fire("hook", "two"))?.kind, "fired", "a skip consumes no key");
  assert.is((await system.event("hook")).status?.firedCount, 2);
  await system.down();
});

test("lets fires that were acknowledged go on while the event is suspended or broken", async () => {
  const system = await EventSystem.start(["writers", "readers"]);
  const held = Promise.withResolvers<void>();
  system.agents.held = held.promise;
  await system.createEvent("hook", {});
  await system.fire("hook", "one");
  await system.edit("hook", { suspended: true });
  held.resolve();
  await system.pass(2_000);
  assert.is((await system.runsOf("hook")).at(0)?.status?.phase, "Succeeded");
  assert.is((await system.event("hook")).status?.firedCount, 1);
  await system.down();
});

test.run();
