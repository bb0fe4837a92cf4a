import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { keyOf } from "../../../lib/api/object.ts";
import { ObjectCache } from "../../../runtime/controller/object-cache.ts";
import { slimRun } from "../../../runtime/domain/run/slim-run.ts";
import { FreshRuns } from "../../../runtime/reconcilers/fresh-runs.ts";
import { aRun, inPhase } from "../../support/builders/a-run.ts";

const test = suite("FreshRuns");
const TEXT = "x".repeat(4_000);
const aLongRun = (name: string) => aRun(name, { spec: { input: { text: TEXT } } });

/** What is kept beside a cache that leaves inputs out. */
function setUp(maxUnits?: number) {
  const runs = new ObjectCache<AgentRun>({ slim: slimRun, onListenerError: () => undefined });
  const fresh = new FreshRuns(maxUnits);
  runs.onChange((change) => fresh.follow(change));
  const find = (name: string) => {
    const cached = runs.get({ namespace: "default", name });
    return cached === undefined ? undefined : fresh.find(cached);
  };
  return { runs, fresh, find };
}

const newer = (run: AgentRun): AgentRun => ({ ...run, metadata: { ...run.metadata, resourceVersion: "2" } });

test("gives a run that has not begun whole, in the version that the cache shows", () => {
  const { runs, find } = setUp();
  runs.upsert(aLongRun("one"));
  assert.is(runs.get(keyOf(aRun("one")))?.spec.input, undefined);
  assert.equal(find("one"), aLongRun("one"));
  runs.upsert(newer(aLongRun("one")));
  assert.is(find("one")?.metadata.resourceVersion, "2");
});

test("gives no run that is another one or another version than the cache shows", () => {
  const { runs, fresh } = setUp();
  runs.upsert(aLongRun("one"));
  assert.is(fresh.find(newer(aRun("one"))), undefined);
  assert.is(fresh.find(aRun("one", { metadata: { uid: "another" } })), undefined);
});

test("forgets a run once it has a phase, is gone, or is to be read live", () => {
  const { runs, fresh, find } = setUp();
  for (const name of ["begun", "gone", "behind"]) runs.upsert(aLongRun(name));
  runs.upsert(newer(inPhase(aLongRun("begun"), "Running")));
  assert.is(find("begun"), undefined);
  const gone = aLongRun("gone");
  runs.remove(keyOf(gone));
  assert.is(fresh.find(gone), undefined);
  fresh.forget(aRun("behind"));
  assert.is(find("behind"), undefined);
});

test("keeps no more text than it may, and takes in others once there is room", () => {
  const { runs, find } = setUp(12_000);
  for (const name of ["one", "two", "three"]) runs.upsert(aLongRun(name));
  assert.equal(
    ["one", "two", "three"].map((name) => find(name) !== undefined),
    [true, true, false],
  );
  runs.remove(keyOf(aRun("one")));
  runs.upsert(aLongRun("four"));
  assert.ok(find("four"));
});

test("counts the inputs of a fire's other runs, which run 0 records", () => {
  const { runs, find } = setUp(12_000);
  const siblings = ["a", "b", "c"].map((name) => ({ name, team: name, input: { text: TEXT } }));
  runs.upsert(aRun("zero", { trigger: { siblings } }));
  assert.is(find("zero"), undefined);
});

test.run();
