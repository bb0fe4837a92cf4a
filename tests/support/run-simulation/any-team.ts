import fc from "fast-check";
import type { AgentTeamSpec } from "../../../lib/api/agent-team.ts";
import { aStep, aTeamSpec } from "../builders/a-team.ts";

const anyStep = fc.record({
  needs: fc.uniqueArray(fc.nat(6), { maxLength: 3 }),
  retries: fc.nat(2),
  timeoutSeconds: fc.integer({ min: 1, max: 120 }),
});

/** Any team of up to seven steps that form no cycle, whose steps stand in any order. */
export const anyTeam: fc.Arbitrary<AgentTeamSpec> = fc
  .record({
    steps: fc.array(anyStep, { minLength: 1, maxLength: 7 }),
    order: fc.infiniteStream(fc.nat(1_000)),
    timeoutSeconds: fc.integer({ min: 5, max: 900 }),
  })
  .map(({ steps, order, timeoutSeconds }) => {
    const places = steps.map((_, index) => ({ index, place: order.next().value ?? index }));
    places.sort((one, other) => one.place - other.place);
    const inOrder = places.flatMap(({ index }) => {
      const step = steps[index];
      if (step === undefined) return [];
      // Steps depend on those made before them alone, so there is no cycle.
      const dependsOn = step.needs.filter((needed) => needed < index).map((needed) => `s${needed}`);
      const { retries, timeoutSeconds: stepTimeout } = step;
      return [aStep(`s${index}`, { dependsOn, retries, timeoutSeconds: stepTimeout })];
    });
    return aTeamSpec({ steps: inOrder, timeoutSeconds });
  });
