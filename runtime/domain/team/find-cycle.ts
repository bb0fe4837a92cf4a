import type { TeamStep } from "../../../lib/api/agent-team.ts";

/** Finds a cycle among the dependencies of steps, as the names along it, or undefined where there is none. */
export function findCycle(
  steps: readonly Pick<TeamStep, "name" | "dependsOn">[],
): readonly string[] | undefined {
  const needs = new Map(steps.map((step) => [step.name, step.dependsOn ?? []]));
  const done = new Set<string>();
  const path: string[] = [];

  const visit = (name: string): readonly string[] | undefined => {
    if (done.has(name)) return undefined;
    const start = path.indexOf(name);
    if (start >= 0) return [...path.slice(start), name];
    path.push(name);
    for (const needed of needs.get(name) ?? []) {
      const cycle = visit(needed);
      if (cycle !== undefined) return cycle;
    }
    path.pop();
    done.add(name);
    return undefined;
  };

  for (const { name } of steps) {
    const cycle = visit(name);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
