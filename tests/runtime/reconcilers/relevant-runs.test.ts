import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { ObjectCache } from "../../../runtime/controller/object-cache.ts";
import { planAccounting } from "../../../runtime/domain/accounting/plan-accounting.ts";
import { runIndexes } from "../../../runtime/domain/firing/run-index.ts";
import { relevantRuns } from "../../../runtime/reconcilers/relevant-runs.ts";
import { aFire } from "../../support/builders/a-fire.ts";
import { inPhase } from "../../support/builders/a-run.ts";
import { anEvent } from "../../support/builders/an-event.ts";

const NOW = new Date("2026-01-01T01:00:00Z");
const PHASES = ["none", "gone", "Running", "Succeeded"] as const;

const found = fc.record({
  turn: fc.option(fc.nat(4), { nil: undefined }),
  phases: fc.tuple(fc.constantFrom(...PHASES), fc.constantFrom(...PHASES)),
  isStarting: fc.boolean(),
  isRetried: fc.boolean(),
  retryPhase: fc.constantFrom(...PHASES),
});
type Found = typeof found extends fc.Arbitrary<infer T> ? T : never;

const inThat = (run: AgentRun, phase: Found["phases"][number]): AgentRun[] =>
  phase === "gone" ? [] : phase === "none" ? [run] : [inPhase(run, phase)];

/** The runs of a fire as they are found, with a retry of its first run where there is one. */
function runsOf(event: AgentEvent, each: Found, index: number): AgentRun[] {
  const firedAt = new Date(NOW.getTime() - 60_000 * (index + 1));
  const fire = aFire({
    event,
    key: `fire-${index % 5}`,
    firedAt,
    ...(each.turn === undefined ? {} : { turn: each.turn }),
  });
  const [first] = fire;
  const runs = fire.flatMap((run, target) => inThat(run, each.phases[target] ?? "none"));
  if (first === undefined || !each.isRetried) return runs;
  const { name } = first.metadata;
  const metadata = { ...first.metadata, name: `${name}-r1`, uid: `${name}-r1-uid` };
  const spec = { ...first.spec, trigger: { type: "cli" as const }, retryOf: { run: name } };
  return [...runs, ...inThat({ ...first, metadata, spec }, each.retryPhase)];
}

const test = suite("relevantRuns");

test("leaves out only runs without which the same is due", () => {
  const policy = fc.constantFrom("Allow" as const, "Forbid" as const);
  const turn = fc.option(fc.nat(4), { nil: undefined });
  let left = 0;
  fc.assert(
    fc.property(fc.array(found, { maxLength: 8 }), policy, turn, (fires, concurrencyPolicy, ledgerTurn) => {
      const shape = anEvent({ spec: { concurrencyPolicy, targets: [{ team: "a" }, { team: "b" }] } });
      const all = fires.map((each, index) => runsOf(shape, each, index));
      const starting = all.flatMap(([run], index) =>
        fires[index]?.isStarting ? [run?.spec.trigger.fireID ?? run?.metadata.uid ?? ""] : [],
      );
      const ledger = { starting, ...(ledgerTurn === undefined ? {} : { turn: ledgerTurn }) };
      const event = { ...shape, status: { ledger } };
      const onListenerError = (error: unknown) => {
        throw error;
      };
      const cache = new ObjectCache<AgentRun>({ indexes: runIndexes, onListenerError });
      cache.replaceAll(all.flat(), "1");
      const runs = [...cache.all()];
      const relevant = relevantRuns(cache, event);
      left += runs.length - relevant.length;
      const inOrder = (each: readonly AgentRun[]) => runs.filter((run) => each.includes(run));
      assert.equal(
        planAccounting({ event, runs: inOrder(relevant) }, NOW),
        planAccounting({ event, runs }, NOW),
      );
    }),
    { numRuns: 500 },
  );
  assert.ok(left > 100, "the property has seen runs that are left out");
});

test("has everything of a team-output event", () => {
  const event = anEvent({
    spec: { source: { type: "team-output", teamOutput: { name: "up", onPhase: "*" } } },
  });
  const cache = new ObjectCache<AgentRun>({ indexes: runIndexes, onListenerError: () => undefined });
  const runs = aFire({ event }).map((run) => inPhase(run, "Succeeded"));
  cache.replaceAll(runs, "1");
  assert.equal(relevantRuns(cache, event), runs);
});

test.run();
