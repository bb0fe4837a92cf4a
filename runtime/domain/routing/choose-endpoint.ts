import type { Agent } from "../../../lib/api/agent.ts";
import type { AgentService } from "../../../lib/api/agent-service.ts";

/** A pod as the router sees it. */
export type Candidate = {
  readonly podUID: string;
  readonly isReady: boolean;
  readonly isTerminating: boolean;
  readonly maxConcurrentTasks: number;
};

/**
 * Chooses the ready pod with the fewest tasks in flight; undefined where none is ready or all are full. Of equally
 * busy ones the first by uid, so that the choice can be repeated.
 */
export function chooseEndpoint<T extends Candidate>(
  candidates: readonly T[],
  inFlight: (podUID: string) => number,
): T | undefined {
  let best: T | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    if (!candidate.isReady || candidate.isTerminating) continue;
    const tasks = inFlight(candidate.podUID);
    if (tasks >= candidate.maxConcurrentTasks) continue;
    const isBetter =
      tasks < fewest || (tasks === fewest && best !== undefined && candidate.podUID < best.podUID);
    if (!isBetter) continue;
    best = candidate;
    fewest = tasks;
  }
  return best;
}

/** Whether a service's selector matches an agent of its namespace. */
export function selectsAgent(service: AgentService, agent: Agent): boolean {
  if (service.metadata.namespace !== agent.metadata.namespace) return false;
  const labels = agent.metadata.labels ?? {};
  return Object.entries(service.spec.selector.matchLabels).every(([key, value]) => labels[key] === value);
}
