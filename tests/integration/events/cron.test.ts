import { suite } from "uvu";
import * as assert from "uvu/assert";
import { cronSource } from "../../support/builders/an-event.ts";
import { EventSystem } from "../../support/firing/event-system.ts";

const targets = [{ team: "writers" }];
const test = suite("cron events");

async function slots(system: EventSystem, event = "tick"): Promise<readonly (string | undefined)[]> {
  return (await system.runsOf(event)).map((run) => run.spec.trigger.slot);
}

test("fire at the next slot after their creation, never at once", async () => {
  const system = await EventSystem.start();
  await system.createEvent("tick", { source: cronSource("* * * * *"), targets });
  const { status } = await system.event("tick");
  assert.is(status?.nextFireAt, "2026-01-01T00:01:00.000Z");
  await system.passUntil("2026-01-01T00:00:59Z");
  assert.equal(await slots(system), []);
  await system.passUntil("2026-01-01T00:02:05Z");
  assert.equal(await slots(system), ["2026-01-01T00:01:00.000Z", "2026-01-01T00:02:00.000Z"]);
  const after = await system.event("tick");
  assert.is(after.status?.firedCount, 2);
  assert.is(after.status?.nextFireAt, "2026-01-01T00:03:00.000Z");
  await system.down();
});

test("are stored before anything else is written, however many are due at once", async () => {
  const count = 300;
  const system = await EventSystem.start();
  for (let at = 0; at < count; at++) {
    await system.createEvent(`tick-${at}`, { source: cronSource("0 1 * * *"), targets });
  }
  await system.passUntil("2026-01-01T00:59:50Z");
  const writes: string[] = [];
  system.store.after = ({ method, kind }) => {
    if (method === "create" || method === "replaceStatus") writes.push(`${method} ${kind}`);
  };
  await system.passUntil("2026-01-01T01:00:05Z");
  const fires = writes.flatMap((write, at) => (write === "create AgentRun" ? [at] : []));
  assert.is(fires.length, count);
  const before = writes.slice(0, fires.at(-1)).filter((write) => write !== "create AgentRun");
  assert.ok(before.length < count / 4, `${before.length} other writes before the last fire`);
  const { status } = await system.event("tick-0");
  assert.equal([status?.firedCount, status?.nextFireAt], [1, "2026-01-02T01:00:00.000Z"]);
  await system.down();
});

test("fire at the next slot of a new expression after an edit", async () => {
  const system = await EventSystem.start();
  await system.createEvent("tick", { source: cronSource("0 0 1 1 *"), targets });
  await system.passUntil("2026-01-01T00:07:30Z");
  await system.edit("tick", { source: cronSource("*/5 * * * *") });
  await system.pass(60_000);
  assert.equal(await slots(system), [], "00:05 lay before the edit");
  await system.passUntil("2026-01-01T00:10:05Z");
  assert.equal(await slots(system), ["2026-01-01T00:10:00.000Z"]);
  await system.down();
});

test("pause with an empty nextFireAt and resume at the next slot, and say so", async () => {
  const system = await EventSystem.start();
  await system.createEvent("tick", { source: cronSource("* * * * *"), targets });
  await system.edit("tick", { suspended: true });
  assert.is((await system.event("tick")).status?.nextFireAt, undefined);
  assert.is((await system.ready("tick")).is, "False Suspended");
  await system.passUntil("2026-01-01T00:03:30Z");
  await system.edit("tick", { suspended: false });
  assert.is((await system.ready("tick")).is, "True Active");
  await system.passUntil("2026-01-01T00:03:59Z");
  assert.equal(await slots(system), []);
  await system.passUntil("2026-01-01T00:04:05Z");
  assert.equal(await slots(system), ["2026-01-01T00:04:00.000Z"]);
  const reasons = system.said("tick").map((line) => line.split(":")[0]);
  assert.equal(reasons, ["Suspended", "Resumed", "Fired"]);
  await system.down();
});

test("catch up with the latest slot after downtime and tell how many were missed", async () => {
  const system = await EventSystem.start();
  await system.createEvent("tick", { source: cronSource("* * * * *"), targets });
  await system.down();
  system.clock.advance(5 * 60_000);
  await system.up();
  assert.equal(await slots(system), ["2026-01-01T00:05:00.000Z"]);
  const missed = system.said("tick").filter((line) => line.startsWith("MissedSchedule"));
  assert.equal(missed, ["MissedSchedule: 4 slots passed without a fire: only the latest slot fires"]);
  await system.down();
});

test("fire no slot twice when the clock goes back", async () => {
  const system = await EventSystem.start();
  await system.createEvent("tick", { source: cronSource("* * * * *"), targets });
  await system.passUntil("2026-01-01T00:02:10Z");
  system.clock.set("2026-01-01T00:00:30Z");
  await system.passUntil("2026-01-01T00:02:30Z");
  assert.is((await slots(system)).length, 2);
  await system.passUntil("2026-01-01T00:03:30Z");
  assert.is((await slots(system)).length, 3);
  await system.down();
});

test("skip a slot while a run is active under Forbid, and consume it", async () => {
  const system = await EventSystem.start();
  const held = Promise.withResolvers<void>();
  system.agents.held = held.promise;
  await system.createEvent("tick", { source: cronSource("* * * * *"), targets, concurrencyPolicy: "Forbid" });
  await system.passUntil("2026-01-01T00:03:10Z");
  const [first] = await system.runsOf("tick");
  assert.equal(await slots(system), ["2026-01-01T00:01:00.000Z"]);
  held.resolve();
  await system.passUntil("2026-01-01T00:03:50Z");
  assert.equal(await slots(system), ["2026-01-01T00:01:00.000Z"], "what was skipped is not made up for");
  await system.passUntil("2026-01-01T00:04:10Z");
  assert.is((await slots(system)).at(-1), "2026-01-01T00:04:00.000Z");
  assert.is((await system.event("tick")).status?.firedCount, 2);
  const skipped = system.said("tick").filter((line) => line.startsWith("FireSkipped"));
  assert.is(skipped.length, 2);
  assert.match(skipped[0] ?? "", first?.metadata.name ?? "?");
  await system.down();
});

test.run();
