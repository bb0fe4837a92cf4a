import type { TeamStep } from "../../../lib/api/agent-team.ts";
import { aStep } from "./a-team.ts";

/** Steps with what each depends on, such as `{ research: [], write: ["research"] }`. */
export function aGraph(dependencies: Readonly<Record<string, readonly string[]>>): TeamStep[] {
  return Object.entries(dependencies).map(([name, dependsOn]) => aStep(name, { dependsOn: [...dependsOn] }));
}
