import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentEvent, AgentEventStatus } from "../../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../../lib/api/agent-run.ts";
import { planAccounting } from "../../../../runtime/domain/accounting/plan-accounting.ts";
import type { ObservedEvent } from "../../../../runtime/domain/event/observed-event.ts";
import { planSource, settledBy } from "../../../../runtime/domain/event/plan-source.ts";
import { aFire } from "../../../support/builders/a-fire.ts";
import { anEndedRun } from "../../../support/builders/a-run.ts";
import { anEvent, cronSource, upstreamSource } from "../../../support/builders/an-event.ts";
import { observe } from "../../../support/builders/an-observed-event.ts";

const NOW = new Date("2026-01-01T10:30:00Z");
const TEN = new Date("2026-01-01T10:00:00Z");
const ready: AgentEventStatus = { observedGeneration: 1 };

function plan(event: AgentEvent, world: Partial<ObservedEvent> = {}, isPaused = false, now = NOW) {
  const observed = observe(event, world);
  return planSource(observed, { accounting: planAccounting(observed, now), isPaused }, now);
}

const cron = (since: string | undefined, parts: Partial<AgentEventStatus> = ready) => {
  const ledger = since === undefined ? {} : { schedule: "0 * * * *", since };
  return anEvent({ spec: { source: cronSource() }, status: { ...parts, ledger } });
};
const cronFire = (event: AgentEvent, slot: Date): AgentRun[] =>
  aFire({ event, cause: { type: "cron", slot } });

const webhooks = suite("planSource of a webhook event");

webhooks("says where to POST, and asks for nothing", () => {
  assert.equal(plan(anEvent()), {
    status: { webhookURL: "http://tocsin.test:8092/triggers/default/alarm/fire" },
    cursor: {},
    due: { kind: "none" },
  });
});

webhooks.run();

const schedules = suite("planSource of a schedule");

schedules("waits for the next slot, and says when that is", () => {
  const planned = plan(cron("2026-01-01T10:00:00.000Z"));
  assert.equal(planned.due, { kind: "none" });
  assert.equal(planned.status, { nextFireAt: "2026-01-01T11:00:00.000Z" });
  assert.equal(planned.checkAt, new Date("2026-01-01T11:00:00Z"));
  assert.equal(planned.cursor, { schedule: "0 * * * *", since: "2026-01-01T10:00:00.000Z" });
});

schedules("fires the latest slot that has come, and leaves since for the accounting", () => {
  const planned = plan(cron("2026-01-01T07:00:00.000Z"));
  assert.equal(planned.due, { kind: "slot", slot: TEN, missed: 2 });
  assert.is(planned.cursor.since, "2026-01-01T07:00:00.000Z");
});

schedules("fires for a new event only what comes after its creation", () => {
  const event = anEvent({
    metadata: { creationTimestamp: "2026-01-01T10:00:00Z" },
    spec: { source: cronSource() },
  });
  assert.equal(plan(event).due, { kind: "none" });
  assert.is(plan(event).cursor.since, "2026-01-01T10:00:00.000Z");
});

schedules("moves since with the slot that is accounted", () => {
  const event = cron("2026-01-01T09:00:00.000Z");
  const planned = plan(event, { runs: cronFire(event, TEN) });
  assert.is(planned.cursor.since, TEN.toISOString());
  assert.equal(planned.due, { kind: "none" });
});

schedules("does not fire a slot again whose fire was cancelled", () => {
  const event = anEvent({
    spec: { source: cronSource(), targets: [{ team: "a" }, { team: "b" }] },
    status: { ...ready, ledger: { schedule: "0 * * * *", since: "2026-01-01T09:00:00.000Z" } },
  });
  const planned = plan(event, { runs: cronFire(event, TEN).slice(1) });
  assert.equal([planned.due, planned.cursor.since], [{ kind: "none" }, TEN.toISOString()]);
});

schedules("passes over what is older than the bound", () => {
  const settings = { webhookBaseURL: "", maxChainLoops: 0, catchUpBoundMs: 60_000 };
  const planned = plan(cron("2026-01-01T09:00:00.000Z"), { settings });
  assert.equal(planned.due, { kind: "passOver", slot: TEN, missed: 1 });
});

schedules("owes nothing while paused, and has no next fire", () => {
  const planned = plan(cron("2026-01-01T07:00:00.000Z"), {}, true);
  assert.equal([planned.due, planned.status], [{ kind: "none" }, {}]);
});

schedules("starts from now once resumed", () => {
  const reason = { type: "Ready", status: "False", reason: "Suspended", message: "" } as const;
  const conditions = [{ ...reason, lastTransitionTime: "2026-01-01T00:00:00Z" }];
  const planned = plan(cron("2026-01-01T07:00:00.000Z", { ...ready, conditions }));
  assert.equal([planned.due, planned.cursor.since], [{ kind: "none" }, NOW.toISOString()]);
});

schedules.run();

const outputs = suite("planSource of an upstream");

const upstream = { team: "writers", run: "r", uid: "r-uid", output: "", chain: [] };
const listening = anEvent({
  spec: { source: upstreamSource(), targets: [{ team: "a" }, { team: "b" }] },
  status: { ...ready, ledger: { upstream: "writers/Succeeded" } },
});
const upstreamRuns = [anEndedRun("r", "2026-01-01T10:00:00.000Z")];

outputs("fires for what has ended, and has neither address nor next fire", () => {
  const planned = plan(listening, { upstreamRuns });
  assert.equal(planned.due, { kind: "upstreams", runs: upstreamRuns });
  assert.equal(planned.status, {});
  assert.equal(planned.cursor, { upstream: "writers/Succeeded", handled: [] });
});

outputs("does not fire again for a completion whose fire is counted or was cancelled", () => {
  const fire = aFire({ event: listening, cause: { type: "team-output", upstream } });
  for (const runs of [fire, fire.slice(1)]) {
    const planned = plan(listening, { upstreamRuns, runs });
    assert.equal([planned.due, planned.cursor.handled], [{ kind: "none" }, [{ uid: "r-uid" }]]);
  }
});

outputs.run();

const settles = suite("settledBy");

settles("names the latest slot and each upstream once", () => {
  const event = cron("2026-01-01T07:00:00.000Z");
  const runs = [8, 9].flatMap((hour) => cronFire(event, new Date(Date.UTC(2026, 0, 1, hour))));
  const slots = settledBy(planAccounting(observe(event, { runs }), NOW));
  assert.equal(slots, { slot: new Date("2026-01-01T09:00:00Z"), upstreamUIDs: [] });
  const fired = aFire({ event: listening, cause: { type: "team-output", upstream } });
  const uids = settledBy(planAccounting(observe(listening, { runs: fired }), NOW));
  assert.equal(uids, { slot: undefined, upstreamUIDs: ["r-uid"] });
});

settles.run();
