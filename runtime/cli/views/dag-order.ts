import type { TeamStep } from "../../../lib/api/agent-team.ts";

/** What an order among steps depends on. */
export type DagStep = Pick<TeamStep, "name" | "dependsOn">;

/**
 * Puts steps in an order in which each comes after all that it depends on, and as the team lists them otherwise.
 * Steps of a cycle, which a stored team can have, come last.
 */
export function dagOrder<T extends DagStep>(steps: readonly T[]): readonly T[] {
  const depths = depthsOf(steps);
  const depth = (step: T) => depths.get(step.name) ?? Number.POSITIVE_INFINITY;
  return steps
    .map((step, at) => ({ step, at }))
    .sort((a, b) => compare(depth(a.step), depth(b.step)) || a.at - b.at)
    .map(({ step }) => step);
}

/** How many steps lie before each step on the longest way to it; a step of a cycle, or behind one, has none. */
function depthsOf(steps: readonly DagStep[]): ReadonlyMap<string, number> {
  const names = new Set(steps.map(({ name }) => name));
  const depths = new Map<string, number>();
  // Each round settles the next layer; a graph has at most as many layers as steps.
  for (let round = 0; round < steps.length; round++) {
    for (const { name, dependsOn = [] } of steps) {
      const needed = dependsOn.filter((each) => names.has(each)).map((each) => depths.get(each));
      const isDue = !depths.has(name) && needed.every((depth) => depth !== undefined && depth < round);
      if (isDue) depths.set(name, round);
    }
  }
  return depths;
}

/** Not a difference: infinity minus infinity is no number. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
