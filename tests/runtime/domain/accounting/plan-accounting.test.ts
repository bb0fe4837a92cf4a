import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentRun } from "../../../../lib/api/agent-run.ts";
import { type Ledger, MAX_STARTING } from "../../../../lib/api/ledger.ts";
import {
  COMPLETE_AFTER_MS,
  GIVE_UP_AFTER_MS,
  planAccounting,
} from "../../../../runtime/domain/accounting/plan-accounting.ts";
import { aFire, fireIDOfRuns } from "../../../support/builders/a-fire.ts";
import { inPhase } from "../../../support/builders/a-run.ts";
import { anEvent } from "../../../support/builders/an-event.ts";

const AT = new Date("2026-01-01T00:10:00Z");
const after = (ms: number) => new Date(AT.getTime() + ms);
const event = anEvent({ spec: { targets: [{ team: "a" }, { team: "b" }] } });
const all = (runs: readonly AgentRun[], phase: "Running" | "Succeeded") =>
  runs.map((run) => inPhase(run, phase));
const namesOf = (runs: readonly AgentRun[]) => runs.map((run) => run.metadata.name);

type Case = { readonly ledger?: Ledger; readonly now?: Date; readonly refusedSince?: Date };

function plan(runs: readonly AgentRun[], { ledger = {}, now = AT, refusedSince }: Case = {}) {
  const known = { ...event, status: { ledger } };
  return planAccounting({ event: known, runs, refusedSince: () => refusedSince }, now);
}

const test = suite("planAccounting");

test("counts a whole fire and lets it start, in one", () => {
  const runs = aFire({ event });
  const planned = plan(runs);
  assert.equal(
    planned.accounted.map(({ fireID }) => fireID),
    [fireIDOfRuns(runs)],
  );
  assert.equal(planned.starting, [fireIDOfRuns(runs)]);
  assert.not.ok(planned.hasWaiting);
});

test("counts no fire again that is starting or has begun", () => {
  const runs = aFire({ event });
  const id = fireIDOfRuns(runs);
  assert.equal(plan(runs, { ledger: { starting: [id] } }).accounted, []);
  assert.equal(plan(all(runs, "Running")).accounted, []);
  assert.equal(plan(all(runs, "Running")).deletions, []);
});

test("drops a fire from starting once all its runs have a phase, and not before", () => {
  const [zero, one] = aFire({ event });
  if (zero === undefined || one === undefined) throw new Error("a fire of two targets has two runs");
  const ledger = { starting: [fireIDOfRuns([zero])] };
  assert.equal(plan([zero, one], { ledger }).starting, ledger.starting);
  assert.equal(plan([inPhase(zero, "Running"), one], { ledger }).starting, ledger.starting);
  assert.equal(plan(all([zero, one], "Running"), { ledger }).starting, []);
  assert.equal(plan([inPhase(zero, "Succeeded")], { ledger }).starting, [], "a run that is gone has ended");
  assert.equal(plan([], { ledger }).starting, []);
});

test("waits a moment for the replica that took a fire, then makes its missing runs", () => {
  const [zero] = aFire({ event });
  if (zero === undefined) throw new Error("a fire has a run 0");
  const early = plan([zero], { now: after(COMPLETE_AFTER_MS - 1) });
  assert.equal([early.completions, early.accounted, early.hasWaiting], [[], [], true]);
  const due = plan([zero], { now: after(COMPLETE_AFTER_MS) });
  assert.equal(due.completions, [{ runZero: zero, indexes: [1] }]);
  assert.equal([due.accounted, due.hasWaiting], [[], true]);
});

test("completes a fire that an outage cut off, however old it is", () => {
  const runs = aFire({ event }).slice(0, 1);
  const planned = plan(runs, { now: after(10 * GIVE_UP_AFTER_MS) });
  assert.is(planned.completions.length, 1);
  assert.equal(planned.accounted, []);
});

test("counts a fire without the rest once that has been refused for ten minutes", () => {
  const runs = aFire({ event }).slice(0, 1);
  const trying = plan(runs, { now: after(GIVE_UP_AFTER_MS - 1), refusedSince: AT });
  assert.equal([trying.completions.length, trying.accounted.length], [1, 0]);
  const given = plan(runs, { now: after(GIVE_UP_AFTER_MS), refusedSince: AT });
  assert.equal([given.completions.length, given.accounted.length, given.incomplete.length], [0, 1, 1]);
  assert.equal(given.starting, [fireIDOfRuns(runs)]);
});

test("deletes a run that was made after its fire had gone on without it", () => {
  const [zero, one] = aFire({ event });
  if (zero === undefined || one === undefined) throw new Error("a fire of two targets has two runs");
  const runs = [inPhase(zero, "Running"), one];
  assert.equal(plan(runs).deletions, [{ run: one, cause: "leftBehind" }]);
  assert.equal(plan(runs, { ledger: { starting: [fireIDOfRuns(runs)] } }).deletions, []);
});

test("deletes all runs of a late and of a cancelled fire, and counts neither", () => {
  const slot = new Date("2026-01-01T00:00:00Z");
  const late = aFire({ event, cause: { type: "cron", slot } });
  const cancelled = aFire({ event, key: "b" }).slice(1);
  const planned = plan([...late, ...cancelled], { ledger: { since: "2026-01-01T00:00:00.000Z" } });
  const causes = new Map(planned.deletions.map(({ run, cause }) => [run.metadata.name, cause]));
  for (const name of namesOf(late)) assert.is(causes.get(name), "late");
  for (const name of namesOf(cancelled)) assert.is(causes.get(name), "cancelled");
  assert.equal([planned.accounted, planned.starting, planned.hasWaiting], [[], [], false]);
});

test("deletes the later turn of one fireID that took two, whichever is seen first", () => {
  const first = aFire({ event, turn: 1 });
  const second = aFire({ event, turn: 2 });
  for (const runs of [
    [...first, ...second],
    [...second, ...first],
  ]) {
    const planned = plan(runs);
    assert.equal(planned.deletions.map(({ run }) => run.metadata.name).sort(), namesOf(second).sort());
    assert.is(planned.accounted.length, 1);
  }
  const begun = plan([...first, ...all(second, "Running")]);
  assert.equal(
    begun.deletions.map(({ cause }) => cause),
    ["duplicate", "duplicate"],
  );
  assert.equal(begun.accounted, []);
});

test("lets no more fires start than the ledger holds, and the rest wait", () => {
  const starting = Array.from({ length: MAX_STARTING - 1 }, (_, index) =>
    aFire({ event, key: `old ${index}` }),
  );
  const fresh = [aFire({ event, key: "new 1" }), aFire({ event, key: "new 2" })];
  const ledger = { starting: starting.map(fireIDOfRuns) };
  const planned = plan([...starting, ...fresh].flat(), { ledger });
  assert.is(planned.accounted.length, 1);
  assert.is(planned.starting.length, MAX_STARTING);
  assert.ok(planned.hasWaiting);
});

test.run();
