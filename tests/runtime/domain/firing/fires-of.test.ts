import { suite } from "uvu";
import * as assert from "uvu/assert";
import { firesOf, hasEnded, hasPhase, isOfAFire } from "../../../../runtime/domain/firing/fires-of.ts";
import { aFire, fireIDOfRuns } from "../../../support/builders/a-fire.ts";
import { aRun, inPhase } from "../../../support/builders/a-run.ts";
import { anEvent } from "../../../support/builders/an-event.ts";

const event = anEvent({ spec: { targets: [{ team: "writers" }, { team: "painters" }] } });

const fires = suite("firesOf");

fires("groups the runs of a fire and finds its run 0 in any order", () => {
  const [zero, one] = aFire({ event });
  if (zero === undefined || one === undefined) throw new Error("a fire of two targets has two runs");
  const [fire, ...others] = firesOf([one, zero]);
  assert.is(fire?.runZero, zero);
  assert.equal(fire?.runs, [one, zero]);
  assert.is(others.length, 0);
});

fires("has no run 0 where that run is gone", () => {
  const [fire] = firesOf(aFire({ event }).slice(1));
  assert.is(fire?.runZero, undefined);
  assert.is(fire?.runs.length, 1);
});

fires("passes over retries and runs started by hand", () => {
  const retry = aRun("alarm-x-r1", { spec: { retryOf: { run: "alarm-x" } }, trigger: { event: "alarm" } });
  assert.equal(firesOf([retry, aRun("by-hand")]), []);
});

fires("keeps one fireID that took two turns apart, the first turn first", () => {
  const second = aFire({ event, turn: 2 });
  const first = aFire({ event, turn: 1 });
  assert.is(fireIDOfRuns(first), fireIDOfRuns(second));
  assert.equal(
    firesOf([...second, ...first]).map(({ turn, runs }) => [turn, runs.length]),
    [
      [1, 2],
      [2, 2],
    ],
  );
});

fires("orders fires by the time they fired, not by their names", () => {
  const keys = ["a", "b", "c", "d", "e", "f"];
  const inOrder = keys.map((key, minute) =>
    aFire({ event, key, firedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)) }),
  );
  const ids = firesOf([...inOrder].reverse().flat()).map(({ fireID }) => fireID);
  assert.equal(ids, inOrder.map(fireIDOfRuns));
});

fires.run();

const kinds = suite("isOfAFire");

kinds("is so for what an event fired and not for a retry of it", () => {
  const [zero] = aFire();
  if (zero === undefined) throw new Error("a fire has a run 0");
  assert.ok(isOfAFire(zero));
  assert.not.ok(isOfAFire({ ...zero, spec: { ...zero.spec, retryOf: { run: "x" } } }));
  assert.not.ok(isOfAFire(aRun("by-hand")));
});

kinds.run();

const phases = suite("hasEnded");

phases("is so from the last phase on, and hasPhase from the first", () => {
  const run = aRun("x");
  const seen = ([undefined, "Pending", "Running", "Succeeded", "Failed"] as const).map((phase) => {
    const inIt = inPhase(run, phase);
    return [hasPhase(inIt), hasEnded(inIt)];
  });
  assert.equal(seen, [
    [false, false],
    [true, false],
    [true, false],
    [true, true],
    [true, true],
  ]);
});

phases.run();
