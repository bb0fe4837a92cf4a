import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { hasPhase } from "../firing/fires-of.ts";

/**
 * The retry that may start next under Forbid: the one that was asked for first. It enters `starting` as a fire does,
 * by its run's uid, since whether anything else is active can only be decided and kept in one write; it is not
 * counted.
 */
export function nextRetry(runs: readonly AgentRun[]): AgentRun | undefined {
  return runs
    .filter((run) => run.spec.retryOf !== undefined && !hasPhase(run))
    .sort(inOrderOfCreation)
    .at(0);
}

function inOrderOfCreation(one: AgentRun, other: AgentRun): number {
  const byTime = Date.parse(one.metadata.creationTimestamp) - Date.parse(other.metadata.creationTimestamp);
  if (byTime !== 0) return byTime;
  return one.metadata.uid < other.metadata.uid ? -1 : 1;
}
