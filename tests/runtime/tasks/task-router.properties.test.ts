import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HAPPENINGS, SimulatedRuns } from "../../support/routing/simulated-runs.ts";

const test = suite("TaskRouter");

const happenings = fc.array(
  fc.record({
    // Runs come more often than anything else, or none would have to wait.
    kind: fc.constantFrom(...HAPPENINGS, "arrive" as const, "arrive" as const, "look" as const),
    pick: fc.nat({ max: 1_000 }),
  }),
  { maxLength: 120 },
);

test("whatever happens to runs and pods, no pod is overfilled and every run gets its turn", async () => {
  await fc.assert(
    fc.asyncProperty(happenings, async (story) => {
      const runs = new SimulatedRuns();
      for (const happening of story) await runs.happen(happening);
      assert.equal(await runs.finish(), []);
      assert.equal(runs.breaches, []);
    }),
    { numRuns: 300 },
  );
});

test("five hundred runs that come at once all get the two places in the order of their coming", async () => {
  const runs = new SimulatedRuns();
  for (const uid of ["p1", "p2"]) runs.world.endpoints.remove(uid);
  for (let i = 0; i < 500; i++) await runs.happen({ kind: "arrive", pick: 0 });
  const order: string[] = [];
  runs.world.router.start(({ name }) => {
    order.push(name);
    runs.world.woken.push(name);
  });
  for (let i = 0; i < 498; i++) {
    await runs.happen({ kind: "end", pick: 0 });
    await runs.happen({ kind: "look", pick: 0 });
  }
  assert.equal(
    order,
    Array.from({ length: 498 }, (_, index) => `r${index + 2}`),
  );
});

test.run();
