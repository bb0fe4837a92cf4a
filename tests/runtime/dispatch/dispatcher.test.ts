import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import { AgentTeamResource } from "../../../lib/api/agent-team.ts";
import type { Fired, FireResult } from "../../../runtime/dispatch/fire-result.ts";
import { StoreError } from "../../../runtime/ports/store-error.ts";
import { TestDispatcher } from "../../support/a-dispatcher.ts";

const FORBID = { concurrencyPolicy: "Forbid" } as const;

function fired(result: FireResult): Fired {
  if (result.kind !== "fired") throw new Error(`it is ${result.kind}`);
  return result;
}
const runZeroOf = (result: FireResult) => fired(result).runs[0]?.runName ?? "";
const kinds = (results: readonly FireResult[]) => results.map(({ kind }) => kind).sort();

const test = suite<{ it: TestDispatcher }>("Dispatcher");
test.before.each(async (context) => {
  context.it = await TestDispatcher.start();
});
test.after.each(({ it }) => it.close());

test("stores every run of a fire before it says that it has fired", async ({ it }) => {
  const event = await it.event();
  const targets = [{ team: "writers" }, { team: "bell" }];
  const result = fired(await it.fire({ event: { ...event, spec: { ...event.spec, targets } } }));
  const runs = await it.runs();
  assert.equal(runs.map((run) => run.metadata.name).sort(), result.runs.map((run) => run.runName).sort());
  for (const run of runs) assert.is(run.spec.trigger.fireID, result.fireID);
  assert.is(result.firedAt, "2026-01-01T00:00:00.000Z");
});

test("fires once for a key, also when the calls come at once", async ({ it }) => {
  const results = await Promise.all(Array.from({ length: 5 }, () => it.fire({ key: "k" })));
  assert.equal(results.map(fired).filter(({ isReplay }) => !isReplay).length, 1);
  assert.is((await it.runs()).length, 1);
});

test("tells another body under a known key apart", async ({ it }) => {
  const { fireID } = fired(await it.fire({ key: "k" }));
  assert.equal(await it.fire({ key: "k", bodyDigest: "other" }), { kind: "mismatch", fireID });
});

test("answers a known key although nothing could be fired for it now", async ({ it }) => {
  const first = fired(await it.fire({ key: "k" }));
  await it.file.delete(AgentTeamResource, { namespace: "default", name: "writers" });
  await it.until(() => it.world.teams.size === 1);
  assert.equal(await it.fire({ key: "k" }), { ...first, isReplay: true });
  assert.equal(kinds([await it.fire({ key: "new" }), await it.fire()]), ["flaw", "flaw"]);
});

test("stores nothing where anything can't be planned", async ({ it }) => {
  const event = await it.event();
  const targets = [{ team: "writers" }, { team: "bell", input: { x: "{{ .trigger.body.x }}" } }];
  const result = await it.fire({ event: { ...event, spec: { ...event.spec, targets } } });
  assert.equal([result.kind, (await it.runs()).length], ["flaw", 0]);
});

test("reads a team live that the cache does not show yet", async ({ it }) => {
  const release = Promise.withResolvers<void>();
  it.watched.held = release.promise;
  const team = await it.file.get(AgentTeamResource, { namespace: "default", name: "bell" });
  if (team === undefined) throw new Error("no team");
  const metadata = { name: "fresh", namespace: "default" };
  await it.file.create(AgentTeamResource, { ...team, metadata });
  const event = await it.event();
  const result = await it.fire({
    event: { ...event, spec: { ...event.spec, targets: [{ team: "fresh" }] } },
  });
  assert.is(result.kind, "fired");
  release.resolve();
});

test("takes a name that belongs to another fire for an error, not for success", async ({ it }) => {
  const name = runZeroOf(await it.fire({ key: "k" }));
  const run = await it.file.get(AgentRunResource, { namespace: "default", name });
  if (run === undefined) throw new Error("no run");
  await it.file.delete(AgentRunResource, { namespace: "default", name });
  const { status: _, ...draft } = run;
  const metadata = { name, namespace: "default", ownerReferences: run.metadata.ownerReferences ?? [] };
  const trigger = { ...run.spec.trigger, fireID: "another" };
  await it.file.create(AgentRunResource, { ...draft, metadata, spec: { ...run.spec, trigger } });
  try {
    await it.fire({ key: "k" });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, StoreError);
    assert.match((error as Error).message, "belongs to another fire");
  }
});

test.run();

const turns = suite<{ it: TestDispatcher }>("Dispatcher under Forbid");
turns.before.each(async (context) => {
  context.it = await TestDispatcher.start(FORBID);
});
turns.after.each(({ it }) => it.close());

turns("lets one of many calls at once fire, and has the others name the run in their way", async ({ it }) => {
  const results = await Promise.all(Array.from({ length: 8 }, () => it.fire()));
  assert.equal(kinds(results), ["fired", ...Array.from({ length: 7 }, () => "skipped")]);
  const [run, ...others] = await it.runs();
  assert.equal(others, []);
  for (const result of results)
    if (result.kind === "skipped") assert.is(result.blockedBy, run?.metadata.name);
});

turns("skips while the cache does not show the active run yet", async ({ it }) => {
  const release = Promise.withResolvers<void>();
  it.watched.held = release.promise;
  const first = runZeroOf(await it.fire());
  const second = await it.fire();
  assert.equal([second.kind, second.kind === "skipped" && second.blockedBy], ["skipped", first]);
  release.resolve();
});

turns(
  "takes the next turn once the fire before has ended, also before the ledger says so",
  async ({ it }) => {
    for (let fires = 0; fires < 3; fires++) await it.end(runZeroOf(await it.fire()));
    const found = (await it.runs()).map((run) => run.spec.trigger.turn).sort();
    assert.equal(found, [0, 1, 2]);
  },
);

turns("begins at the turn that the ledger names", async ({ it }) => {
  const event = await it.event();
  const status = { ...event.status, ledger: { turn: 7 } };
  await it.file.replaceStatus(AgentEventResource, { ...event, status });
  await it.fire();
  assert.is((await it.runs())[0]?.spec.trigger.turn, 7);
});

turns("answers a known key while its run is active, and after later fires", async ({ it }) => {
  const first = fired(await it.fire({ key: "k" }));
  assert.equal(await it.fire({ key: "k" }), { ...first, isReplay: true });
  await it.end(runZeroOf(first));
  await it.end(runZeroOf(await it.fire()));
  assert.equal(await it.fire({ key: "k" }), { ...first, isReplay: true });
  assert.is((await it.fire({ key: "k", bodyDigest: "other" })).kind, "mismatch");
});

turns("finds a known key by a live list where the cache is behind", async ({ it }) => {
  const release = Promise.withResolvers<void>();
  it.watched.held = release.promise;
  const first = fired(await it.fire({ key: "k" }));
  assert.equal(await it.fire({ key: "k" }), { ...first, isReplay: true });
  release.resolve();
});

turns("waits for a leader that has not observed the event as it is", async ({ it }) => {
  const event = await it.event();
  await it.file.replace(AgentEventResource, {
    ...event,
    spec: { ...event.spec, targets: [{ team: "bell" }] },
  });
  assert.equal([(await it.fire()).kind, (await it.runs()).length], ["unobserved", 0]);
});

turns("fires nothing for an event that is gone, or was made anew under its name", async ({ it }) => {
  const event = await it.event();
  await it.file.delete(AgentEventResource, { namespace: "default", name: "alarm" });
  assert.is((await it.fire({ event })).kind, "gone");
  const metadata = { name: "alarm", namespace: "default" };
  await it.file.create(AgentEventResource, { ...event, metadata });
  assert.is((await it.fire({ event })).kind, "gone");
});

turns.run();
