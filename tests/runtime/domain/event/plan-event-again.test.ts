import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentEvent, AgentEventSpec, AgentEventStatus } from "../../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../../lib/api/agent-run.ts";
import type { ObservedEvent } from "../../../../runtime/domain/event/observed-event.ts";
import { type EventPlan, planEvent } from "../../../../runtime/domain/event/plan-event.ts";
import type { FireCause } from "../../../../runtime/domain/firing/trigger-context.ts";
import { aFire, fireIDOfRuns } from "../../../support/builders/a-fire.ts";
import { anEndedRun, aRun, inPhase } from "../../../support/builders/a-run.ts";
import { anEvent, cronSource, upstreamSource } from "../../../support/builders/an-event.ts";
import { observe, written } from "../../../support/builders/an-observed-event.ts";

const NOW = new Date("2026-01-01T10:30:00Z");
const hour = (of: number) => new Date(Date.UTC(2026, 0, 1, of));

const sources: AgentEventSpec["source"][] = [
  { type: "webhook" },
  cronSource(),
  cronSource("*/15 * * * *"),
  cronSource("not a schedule"),
  upstreamSource("Succeeded"),
  upstreamSource("*"),
];

const anySpec = fc.record({
  source: fc.constantFrom(...sources),
  targets: fc.constantFrom(["a"], ["a", "b"], ["missing"]).map((teams) => teams.map((team) => ({ team }))),
  concurrencyPolicy: fc.constantFrom("Allow" as const, "Forbid" as const),
  suspended: fc.boolean(),
});

/** A fire as it may be found: of any source, whole or not, begun or not, starting or not. */
const anyFire = fc.record({
  kind: fc.constantFrom("webhook" as const, "cron" as const, "team-output" as const),
  number: fc.nat(9),
  turn: fc.option(fc.nat(5), { nil: undefined }),
  phase: fc.constantFrom(undefined, undefined, "Running" as const, "Succeeded" as const, "Failed" as const),
  missing: fc.constantFrom("none", "none", "first", "last"),
  isStarting: fc.boolean(),
});
type FoundFire = typeof anyFire extends fc.Arbitrary<infer T> ? T : never;

const anyUpstream = fc.record({
  number: fc.nat(9),
  phase: fc.constantFrom("Succeeded" as const, "Failed" as const),
});

const anyStatus: fc.Arbitrary<AgentEventStatus | undefined> = fc.option(
  fc.record(
    {
      observedGeneration: fc.constant(1),
      firedCount: fc.nat(100),
      lastFiredAt: fc.constant("2026-01-01T08:00:00.000Z"),
      nextFireAt: fc.constant("2026-01-01T11:00:00.000Z"),
      webhookURL: fc.constant("http://old"),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
);
const anyReason = fc.constantFrom(undefined, "Active", "Suspended", "InvalidTemplate");
const anyLedger = fc.record(
  {
    schedule: fc.constantFrom("0 * * * *", "other"),
    since: fc.nat(11).map((of) => hour(of).toISOString()),
    upstream: fc.constantFrom("writers/Succeeded", "writers/*", "others/*"),
    handled: fc.uniqueArray(fc.nat(9)).map((all) => all.map((each) => ({ uid: `upstream-${each}-uid` }))),
    turn: fc.nat(5),
  },
  { requiredKeys: [] },
);

function causeOf({ kind, number }: FoundFire): FireCause {
  if (kind === "webhook") return { type: "webhook", body: {} };
  if (kind === "cron") return { type: "cron", slot: hour(number + 1) };
  const upstream = { team: "writers", run: "r", uid: `upstream-${number}-uid`, output: "", chain: [] };
  return { type: "team-output", upstream };
}

function runsOf(event: AgentEvent, found: FoundFire): AgentRun[] {
  const { number, turn, phase, missing } = found;
  const firedAt = new Date(NOW.getTime() - number * 250);
  const place = turn === undefined ? {} : { turn };
  const whole = aFire({ event, key: `${number}`, cause: causeOf(found), firedAt, ...place });
  const runs = missing === "first" ? whole.slice(1) : missing === "last" ? whole.slice(0, -1) : whole;
  return runs.map((run, index) =>
    phase !== undefined && (index === 0 || number > 4) ? inPhase(run, phase) : run,
  );
}

const retryIn = (phase: "Running" | "Failed" | undefined, index: number) =>
  inPhase(aRun(`retry-${index}`, { spec: { retryOf: { run: "x" } } }), phase);

/** A later slot is not fired while an earlier one waits, so there is one fire of a schedule at most. */
const identity = ({ kind, number, turn }: FoundFire) =>
  kind === "cron" ? kind : `${kind} ${number} ${turn}`;

const anyCase = fc.record({
  spec: anySpec,
  status: anyStatus,
  reason: anyReason,
  ledger: anyLedger,
  fires: fc.uniqueArray(anyFire, {
    maxLength: 6,
    selector: identity,
  }),
  retries: fc.array(fc.constantFrom(undefined, "Running" as const, "Failed" as const), { maxLength: 2 }),
  upstreams: fc.uniqueArray(anyUpstream, { maxLength: 6, selector: ({ number }) => number }),
  isBehind: fc.boolean(),
});
type Found = typeof anyCase extends fc.Arbitrary<infer T> ? T : never;

function observedOf({ spec, status, reason, ledger, fires, retries, upstreams, isBehind }: Found) {
  const event = anEvent({ spec });
  const all = fires.map((found) => ({ found, runs: runsOf(event, found) }));
  const starting = [
    ...new Set(
      all
        .filter(({ found, runs }) => found.isStarting && runs.length > 0)
        .map(({ runs }) => fireIDOfRuns(runs)),
    ),
  ];
  const ready = reason === "Active" ? ("True" as const) : ("False" as const);
  const stamp = { lastTransitionTime: "2026-01-01T00:00:00Z", observedGeneration: 1 };
  const conditions =
    reason === undefined
      ? {}
      : { conditions: [{ type: "Ready", status: ready, reason, message: "", ...stamp }] };
  const before: AgentEventStatus = { ...status, ...conditions, ledger: { ...ledger, starting } };
  return observe(
    { ...event, ...(status === undefined ? {} : { status: before }) },
    {
      runs: [...all.flatMap(({ runs }) => runs), ...retries.map(retryIn)],
      hasTeam: (name) => name !== "missing",
      upstreamRuns: upstreams.map(({ number, phase }) =>
        anEndedRun(`upstream-${number}`, new Date(hour(9).getTime() + number * 60_000).toISOString(), {
          phase,
        }),
      ),
      isBehind,
    },
  );
}

/** What is observed once a plan has been carried out: deletions come first, then the status. */
function after(observed: ObservedEvent, { accounting, status }: EventPlan): ObservedEvent {
  const gone = new Set(accounting.deletions.map(({ run }) => run));
  const runs = observed.runs.filter((run) => !gone.has(run));
  return { ...observed, runs, event: written(observed.event, { status }) };
}

const test = suite("planEvent, again");

test("plans nothing new on the status that it planned", () => {
  fc.assert(
    fc.property(anyCase, (found) => {
      const observed = observedOf(found);
      const first = planEvent(observed, NOW);
      const second = planEvent(after(observed, first), NOW);
      assert.equal(second.status, first.status);
      assert.equal(second.accounting.accounted, []);
      assert.ok(second.turned === undefined || first.turned === undefined, "a turn is told of once");
    }),
    { numRuns: 1_500 },
  );
});

test("plans nothing new either a moment later, while no slot has come", () => {
  fc.assert(
    fc.property(anyCase, fc.integer({ min: 1, max: 900 }), (found, laterMs) => {
      const observed = observedOf(found);
      const first = planEvent(observed, NOW);
      const now = new Date(NOW.getTime() + laterMs);
      assert.equal(planEvent(after(observed, first), now).status, first.status);
    }),
    { numRuns: 1_500 },
  );
});

test("never counts a fire that has begun, is starting or is deleted, and never counts one twice", () => {
  fc.assert(
    fc.property(anyCase, (found) => {
      const observed = observedOf(found);
      const { accounting, status } = planEvent(observed, NOW);
      const before = observed.event.status;
      const ids = accounting.accounted.map(({ fireID }) => fireID);
      assert.is(new Set(ids).size, ids.length);
      assert.is(status.firedCount ?? 0, (before?.firedCount ?? 0) + ids.length);
      const deleted = new Set(accounting.deletions.map(({ run }) => run));
      for (const fire of accounting.accounted) {
        assert.not.ok(before?.ledger?.starting?.includes(fire.fireID));
        assert.ok(fire.runs.every((run) => run.status?.phase === undefined && !deleted.has(run)));
        assert.ok(status.ledger?.starting?.includes(fire.fireID));
      }
      for (const run of deleted) assert.is(run.status?.phase, undefined);
    }),
    { numRuns: 1_500 },
  );
});

test("never moves since back, and never makes a fire that waits late", () => {
  fc.assert(
    fc.property(anyCase, (found) => {
      const observed = observedOf(found);
      const first = planEvent(observed, NOW);
      const [before, now] = [observed.event.status?.ledger?.since, first.status.ledger?.since];
      if (before !== undefined && now !== undefined) assert.ok(Date.parse(now) >= Date.parse(before));
      const again = planEvent(after(observed, first), NOW);
      const waiting = again.accounting.deletions.filter(({ cause }) => cause === "late");
      assert.equal(waiting, []);
    }),
    { numRuns: 1_500 },
  );
});

test.run();
