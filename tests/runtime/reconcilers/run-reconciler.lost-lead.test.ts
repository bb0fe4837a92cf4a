import { suite } from "uvu";
import * as assert from "uvu/assert";
import { anEvent, upstreamSource } from "../../support/builders/an-event.ts";
import { ReconciledRuns } from "../../support/routing/reconciled-runs.ts";

const test = suite("RunReconciler");

test("a run whose turn to end comes when its leader has stopped goes on, and its task stays on the pod", async () => {
  const setup = await ReconciledRuns.start(["r1", "r2"]);
  setup.events.upsert(anEvent({ spec: { source: upstreamSource("Succeeded", "team") } }));
  setup.world.addPod("p1", "a", 2);
  setup.tasks.meetings = [[{ type: "result", output: "done" }]];
  for (const name of ["r1", "r2"]) assert.is((await setup.look(name)).phase, "Running");
  const written = Promise.withResolvers<void>();
  setup.store.before = ({ method }) => (method === "replaceStatus" ? written.promise : undefined);
  const ends = [setup.look("r1"), setup.look("r2")];
  await setup.timers.advance(0);
  setup.runner.stop();
  written.resolve();
  await Promise.all(ends);
  assert.is((await setup.step("r1")).phase, "Succeeded", "its end was under way");
  const { phase, attempts } = await setup.step("r2");
  assert.equal({ phase, attempts }, { phase: "Running", attempts: 1 });
  const started = setup.tasks.started.map(({ task }) => task.id);
  assert.equal(
    setup.tasks.removed.map(({ taskID }) => taskID),
    started.slice(0, 1),
    "the next leader asks the pod for the result, and not the model again",
  );
});

test.run();
