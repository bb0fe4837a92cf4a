import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ReconciledRuns } from "../../support/routing/reconciled-runs.ts";

const test = suite("RunReconciler");

test("a task whose pod dies goes on elsewhere, though the step has no retries", async () => {
  const setup = await ReconciledRuns.start();
  setup.tasks.meetings = ["Unreachable"];
  setup.world.addPod("p1", "a");
  setup.world.addPod("p2", "a");
  assert.equal(await setup.look(), { phase: "Running", pod: "p1", attempts: 1, error: undefined });
  await setup.kill("p1");
  const { phase, pod, attempts } = await setup.look();
  assert.equal({ phase, pod, attempts }, { phase: "Running", pod: "p2", attempts: 2 });
  const [first, second] = setup.tasks.started.filter(
    ({ podUID }, index, all) => podUID !== all[index - 1]?.podUID,
  );
  assert.is.not(first?.task.id, second?.task.id, "another attempt is another task");
});

test("it waits where no other pod is there, and is woken by the next one", async () => {
  const setup = await ReconciledRuns.start();
  setup.tasks.meetings = ["Unreachable"];
  setup.world.addPod("p1", "a");
  await setup.look();
  await setup.kill("p1");
  assert.is((await setup.look()).phase, "Pending");
  setup.world.addPod("p2", "a");
  assert.equal(setup.world.takeWoken(), ["r1"]);
  assert.is((await setup.look()).pod, "p2");
});

test("a step that loses a fourth pod fails, and says which", async () => {
  const setup = await ReconciledRuns.start();
  setup.tasks.meetings = ["Unreachable"];
  for (const pod of ["p1", "p2", "p3", "p4"]) {
    setup.world.addPod(pod, "a");
    assert.is((await setup.look()).pod, pod);
    await setup.kill(pod);
  }
  const { phase, error } = await setup.look();
  assert.is(phase, "Failed");
  assert.match(error ?? "", "pod p4 was gone");
});

test.run();
