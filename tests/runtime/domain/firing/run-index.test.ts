import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runIndexes, teamIndexKey } from "../../../../runtime/domain/firing/run-index.ts";
import { aFire, fireIDOfRuns } from "../../../support/builders/a-fire.ts";
import { aRun, inPhase } from "../../../support/builders/a-run.ts";

const test = suite("runIndexes");

test("finds a run by its event's uid, its fire and its team", () => {
  const runs = aFire();
  const [zero] = runs;
  if (zero === undefined) throw new Error("a fire has a run 0");
  assert.equal(runIndexes.event(zero), ["event-uid"]);
  assert.equal(runIndexes.fire(zero), [fireIDOfRuns(runs)]);
  assert.equal(runIndexes.team(zero), [teamIndexKey("default", "writers")]);
  assert.equal(runIndexes.retryOf(zero), []);
});

test("finds what has not ended, and what may still matter to an event's fires", () => {
  const [waiting] = aFire();
  const [turned] = aFire({ turn: 1 });
  if (waiting === undefined || turned === undefined) throw new Error("a fire has a run 0");
  const running = inPhase(waiting, "Running");
  const ended = inPhase(waiting, "Failed");
  assert.equal([waiting, running, ended].map(runIndexes.active), [["event-uid"], ["event-uid"], []]);
  assert.equal([waiting, running, ended].map(runIndexes.open), [["event-uid"], [], []]);
  assert.equal(runIndexes.open(inPhase(turned, "Succeeded")), ["event-uid"]);
});

test("finds a retry by the run that it repeats", () => {
  const retry = aRun("x-r1", { spec: { retryOf: { run: "x" } } });
  assert.equal(runIndexes.retryOf(retry), [teamIndexKey("default", "x")]);
  assert.equal(runIndexes.event(retry), []);
  assert.equal(runIndexes.fire(retry), []);
});

test("takes no team for an event of the same uid", () => {
  const owner = { apiVersion: "tocsin.dev/v1alpha1", kind: "AgentTeam", name: "writers", uid: "event-uid" };
  assert.equal(runIndexes.event(aRun("x", { metadata: { ownerReferences: [owner] } })), []);
});

test("keeps namespaces apart", () => {
  assert.is.not(teamIndexKey("a", "b"), teamIndexKey("b", "b"));
});

test.run();
