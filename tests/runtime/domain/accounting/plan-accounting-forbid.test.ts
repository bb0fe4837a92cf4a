import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentRun } from "../../../../lib/api/agent-run.ts";
import type { Ledger } from "../../../../lib/api/ledger.ts";
import { planAccounting } from "../../../../runtime/domain/accounting/plan-accounting.ts";
import { aFire, fireIDOfRuns } from "../../../support/builders/a-fire.ts";
import { aRun, inPhase } from "../../../support/builders/a-run.ts";
import { anEvent } from "../../../support/builders/an-event.ts";

const AT = new Date("2026-01-01T00:10:00Z");
const event = anEvent({ spec: { concurrencyPolicy: "Forbid" } });
const fireOfTurn = (turn: number) => aFire({ event, key: `turn ${turn}`, turn });
const all = (runs: readonly AgentRun[], phase: "Running" | "Succeeded") =>
  runs.map((run) => inPhase(run, phase));

function plan(runs: readonly AgentRun[], ledger: Ledger = {}) {
  return planAccounting({ event: { ...event, status: { ledger } }, runs }, AT);
}

const test = suite("planAccounting under Forbid");

test("lets one fire start, that of the first turn, and has the others wait", () => {
  const planned = plan([...fireOfTurn(4), ...fireOfTurn(3)]);
  assert.equal(planned.starting, [fireIDOfRuns(fireOfTurn(3))]);
  assert.ok(planned.hasWaiting);
});

test("lets none start while a run is active, a retry too, or may become so", () => {
  const waiting = fireOfTurn(4);
  const retry = aRun("alarm-x-r1", { spec: { retryOf: { run: "alarm-x" } } });
  assert.equal(plan([...all(fireOfTurn(3), "Running"), ...waiting]).accounted, []);
  assert.equal(plan([inPhase(retry, "Running"), ...waiting]).accounted, []);
  const starting = [fireIDOfRuns(fireOfTurn(3))];
  assert.equal(plan([...fireOfTurn(3), ...waiting], { starting }).accounted, []);
  assert.is(plan([...all(fireOfTurn(3), "Succeeded"), ...waiting]).accounted.length, 1);
});

test("lets a retry start, by its uid and uncounted, once nothing is active and no fire waits", () => {
  const retry = aRun("alarm-x-r1", { spec: { retryOf: { run: "alarm-x" } } });
  const { uid } = retry.metadata;
  const ended = all(fireOfTurn(3), "Succeeded");
  assert.equal(plan([...all(fireOfTurn(3), "Running"), retry]).starting, []);
  assert.equal(plan([...ended, retry]).starting, [uid]);
  assert.equal(plan([...ended, retry]).accounted, []);
  assert.equal(plan([...ended, ...fireOfTurn(4), retry]).starting, [fireIDOfRuns(fireOfTurn(4))]);
  assert.equal(plan([...ended, ...fireOfTurn(4), retry], { starting: [uid] }).starting, [uid]);
  assert.equal(plan([...ended, inPhase(retry, "Running")], { starting: [uid] }).starting, []);
  assert.equal(plan(ended, { starting: [uid] }).starting, [], "it is gone");
});

test("moves the turn on once the fire that took it has ended", () => {
  assert.is(plan([]).turn, undefined);
  assert.is(plan(all(fireOfTurn(0), "Running")).turn, undefined);
  assert.is(plan(all(fireOfTurn(0), "Succeeded")).turn, 1);
  assert.is(plan(all(fireOfTurn(7), "Succeeded"), { turn: 3 }).turn, 8);
});

test("never moves the turn back", () => {
  assert.is(plan(all(fireOfTurn(1), "Succeeded"), { turn: 5 }).turn, 5);
  assert.is(plan([], { turn: 5 }).turn, 5);
});

test("leaves the turn alone for fires that took none", () => {
  const untaken = all(aFire({ event, key: "allowed" }), "Succeeded");
  assert.is(plan(untaken, { turn: 2 }).turn, 2);
});

test.run();
