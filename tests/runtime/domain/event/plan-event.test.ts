import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentEvent } from "../../../../lib/api/agent-event.ts";
import type { ObservedEvent } from "../../../../runtime/domain/event/observed-event.ts";
import { planEvent } from "../../../../runtime/domain/event/plan-event.ts";
import { aFire, fireIDOfRuns } from "../../../support/builders/a-fire.ts";
import { anEndedRun, inPhase } from "../../../support/builders/a-run.ts";
import { anEvent, cronSource, upstreamSource } from "../../../support/builders/an-event.ts";
import { observe, written } from "../../../support/builders/an-observed-event.ts";

const NOW = new Date("2026-01-01T10:30:00Z");
const TEN = new Date("2026-01-01T10:00:00Z");
const plan = (event: AgentEvent, world: Partial<ObservedEvent> = {}, now = NOW) =>
  planEvent(observe(event, world), now);
/** The event after its first look. */
const seen = (event: AgentEvent, now = TEN) => written(event, plan(event, {}, now));
const edited = (event: AgentEvent, spec: Partial<AgentEvent["spec"]>): AgentEvent => ({
  ...event,
  metadata: { ...event.metadata, generation: (event.metadata.generation ?? 0) + 1 },
  spec: { ...event.spec, ...spec },
});

const cron = anEvent({ spec: { source: cronSource() } });
const output = anEvent({ spec: { source: upstreamSource() } });

const test = suite("planEvent");

test("gives each source the fields that it has and no other's", () => {
  const common = ["firedCount", "conditions", "observedGeneration"];
  const fields = (event: AgentEvent) => Object.keys(plan(event).status).sort();
  assert.equal(fields(anEvent()), [...common, "webhookURL"].sort());
  assert.equal(fields(cron), [...common, "ledger", "nextFireAt"].sort());
  assert.equal(fields(output), [...common, "ledger"].sort());
});

test("drops the fields of a source that an event no longer has, and keeps its counters", () => {
  const [run] = aFire();
  if (run === undefined) throw new Error("a fire has a run 0");
  const counted = written(anEvent(), plan(anEvent(), { runs: [run] }));
  const asCron = written(counted, plan(edited(counted, { source: cronSource() })));
  assert.is(asCron.status?.webhookURL, undefined);
  assert.equal([asCron.status?.firedCount, asCron.status?.observedGeneration], [1, 2]);
  const back = plan(edited(edited(asCron, {}), { source: { type: "webhook" } }));
  assert.equal(
    [back.status.nextFireAt, back.status.ledger?.schedule, back.status.ledger?.since],
    [undefined, undefined, undefined],
  );
  assert.is(back.status.lastFiredAt, run.spec.trigger.firedAt);
});

test("says Ready with the generation that it looked at", () => {
  const [condition] = plan(anEvent({ metadata: { generation: 5 } })).status.conditions ?? [];
  assert.equal([condition?.status, condition?.reason, condition?.observedGeneration], ["True", "Active", 5]);
});

test("suspends: Ready is False, nothing is due, and what waits is counted nevertheless", () => {
  const suspended = edited(seen(cron, new Date("2026-01-01T09:00:00Z")), { suspended: true });
  const runs = aFire({ event: cron, cause: { type: "cron", slot: TEN } });
  const planned = plan(suspended, { runs });
  assert.equal(
    [planned.turned, planned.due, planned.status.nextFireAt],
    ["suspended", { kind: "none" }, undefined],
  );
  assert.is(planned.status.conditions?.[0]?.reason, "Suspended");
  assert.equal([planned.status.firedCount, planned.status.ledger?.starting], [1, [fireIDOfRuns(runs)]]);
});

test("resumes from now on, and tells of it once", () => {
  const suspended = edited(seen(cron, new Date("2026-01-01T07:00:00Z")), { suspended: true });
  const resumed = edited(written(suspended, plan(suspended)), { suspended: false });
  const planned = plan(resumed);
  assert.equal(
    [planned.turned, planned.due, planned.status.ledger?.since],
    ["resumed", { kind: "none" }, NOW.toISOString()],
  );
  assert.is(plan(written(resumed, planned)).turned, undefined);
});

test("sets a cursor afresh only once nothing waits to be counted against the old one", () => {
  const two = anEvent({ spec: { source: cronSource(), targets: [{ team: "a" }, { team: "b" }] } });
  const before = seen(two, new Date("2026-01-01T09:00:00Z"));
  const moved = edited(before, { source: cronSource("5 * * * *") });
  const fire = aFire({ event: two, cause: { type: "cron", slot: TEN }, firedAt: TEN });
  const waiting = plan(moved, { runs: fire.slice(0, 1) });
  assert.equal(waiting.status, before.status, "nothing is observed yet");
  assert.equal(waiting.due, { kind: "none" });
  assert.ok(waiting.checkAt !== undefined && waiting.checkAt > NOW);
  const whole = plan(written(moved, waiting), { runs: fire });
  assert.equal([whole.status.firedCount, whole.accounting.deletions], [1, []]);
  assert.equal([whole.status.ledger?.since, whole.status.observedGeneration], [NOW.toISOString(), 2]);
});

test("settles nothing while a fire is stored that it can't see yet", () => {
  const runs = [anEndedRun("r", "2026-01-01T10:10:00.000Z")];
  const changes: [AgentEvent, Partial<AgentEvent["spec"]>][] = [
    [seen(output), { suspended: true }],
    [seen(output), { source: upstreamSource("Failed") }],
    [seen(cron), { source: cronSource("5 * * * *") }],
  ];
  for (const [event, spec] of changes) {
    const planned = plan(edited(event, spec), { isBehind: true, upstreamRuns: runs });
    assert.equal([planned.status, planned.due], [event.status, { kind: "none" }]);
    assert.ok(planned.checkAt !== undefined);
  }
});

test("moves the cursor past what it counts while another fire can't be seen yet", () => {
  const event = seen(cron, new Date("2026-01-01T09:30:00Z"));
  const runs = aFire({ event, cause: { type: "cron", slot: TEN } });
  const { status } = plan(event, { runs, isBehind: true });
  assert.equal([status.firedCount, status.ledger?.since], [1, TEN.toISOString()]);
});

test("fires nothing later while a fire waits", () => {
  const two = edited(cron, { targets: [{ team: "a" }, { team: "b" }] });
  const event = seen(two, new Date("2026-01-01T08:30:00Z"));
  const runs = aFire({ event, cause: { type: "cron", slot: new Date("2026-01-01T09:00:00Z") } }).slice(0, 1);
  assert.equal(plan(event, { runs }).due, { kind: "none" });
  assert.is(plan(event).due.kind, "slot");
});

test("counts lastFiredAt as the latest, whatever the order of fires", () => {
  const late = aFire({ key: "late", firedAt: new Date("2026-01-01T10:00:00.500Z") });
  const early = aFire({ key: "early", firedAt: new Date("2026-01-01T10:00:00Z") });
  const first = written(anEvent(), plan(anEvent(), { runs: late }));
  const runs = [...late.map((run) => inPhase(run, "Running")), ...early];
  const { status } = plan(first, { runs });
  assert.equal([status.firedCount, status.lastFiredAt], [2, "2026-01-01T10:00:00.500Z"]);
});

test("looks again soon while a fire has not begun, and for the token's expiry", () => {
  assert.is(plan(anEvent()).checkAt, undefined);
  assert.ok((plan(anEvent(), { runs: aFire() }).checkAt?.getTime() ?? 0) <= NOW.getTime() + 1_000);
  const previousExpiresAt = new Date("2026-01-01T10:40:00Z");
  const token = { secretName: "s", state: "good", previousExpiresAt } as const;
  assert.equal(plan(anEvent(), { token }).checkAt, previousExpiresAt);
});

test.run();
