import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentRun } from "../../../../lib/api/agent-run.ts";
import { mayStart } from "../../../../runtime/domain/run/may-start.ts";
import { aFire, fireIDOfRuns } from "../../../support/builders/a-fire.ts";
import { aRun, inPhase } from "../../../support/builders/a-run.ts";
import { anEvent } from "../../../support/builders/an-event.ts";

const eventWith = (concurrencyPolicy: "Allow" | "Forbid", ...starting: string[]) =>
  anEvent({
    spec: { concurrencyPolicy, targets: [{ team: "a" }, { team: "b" }] },
    status: { ledger: { starting } },
  });
const fire = aFire({ event: eventWith("Forbid"), turn: 1 });
const [zero, one] = fire;
if (zero === undefined || one === undefined) throw new Error("a fire of two targets has two runs");
const id = fireIDOfRuns(fire);
const other = aFire({ key: "other", turn: 0 });
const retry = (name: string) => aRun(name, { spec: { retryOf: { run: "x" } } });
const running = (runs: readonly AgentRun[]) => runs.map((run) => inPhase(run, "Running"));
const over = (runs: readonly AgentRun[]) => runs.map((run) => inPhase(run, "Failed"));

const test = suite("mayStart");

test("starts a run of a fire once the fire is accounted, whatever else runs", () => {
  assert.not.ok(mayStart(zero, eventWith("Allow"), fire));
  assert.ok(mayStart(zero, eventWith("Allow", id), [...fire, ...running(other)]));
  assert.ok(mayStart(zero, eventWith("Forbid", id), [...fire, ...over(other)]));
  assert.not.ok(mayStart(zero, undefined, fire), "its event is gone");
});

test("starts the runs of one fire together under Forbid", () => {
  assert.ok(mayStart(one, eventWith("Forbid", id), [inPhase(zero, "Running"), one]));
});

test("starts no fire under Forbid while a retry or another fire runs", () => {
  assert.not.ok(mayStart(zero, eventWith("Forbid", id), [...fire, inPhase(retry("r"), "Running")]));
  assert.not.ok(mayStart(zero, eventWith("Forbid", id), [...fire, ...running(other)]));
});

test("starts only the first of two turns that one fire has taken", () => {
  const second = aFire({ event: eventWith("Forbid"), turn: 2 });
  const [again] = second;
  if (again === undefined) throw new Error("a fire has a run 0");
  assert.is(fireIDOfRuns(second), id);
  assert.ok(mayStart(zero, eventWith("Forbid", id), [...fire, ...second]));
  assert.not.ok(mayStart(again, eventWith("Forbid", id), [...fire, ...second]));
  assert.not.ok(
    mayStart(zero, eventWith("Forbid", id), [...fire, ...over(second)]),
    "the second has begun before",
  );
});

test("starts a run by hand, and a retry where overlaps are allowed, at once", () => {
  assert.ok(mayStart(aRun("by-hand"), undefined, []));
  assert.ok(mayStart(retry("r"), undefined, []));
  assert.ok(mayStart(retry("r"), eventWith("Allow", id), [...running(fire), retry("r")]));
});

test("starts a retry under Forbid once it is let in, and nothing runs", () => {
  const run = retry("r");
  const { uid } = run.metadata;
  assert.not.ok(mayStart(run, eventWith("Forbid"), [run]));
  assert.ok(mayStart(run, eventWith("Forbid", uid), [run, ...over(fire)]));
  assert.not.ok(mayStart(run, eventWith("Forbid", uid), [run, ...running(fire)]));
});

test.run();
