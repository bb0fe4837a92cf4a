import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { hasEnded, hasPhase } from "./fires-of.ts";

/** Names of the indexes by which the cache of runs is read. */
export const RunIndex = {
  event: "event",
  active: "active",
  open: "open",
  fire: "fire",
  team: "team",
  retryOf: "retryOf",
} as const;

/**
 * How the cache of runs finds them: by the uid of the owning event, by fire, by team, and a run's retries. Of an
 * event's runs `active` has those that have not ended, and `open` those without a phase or with a turn: what each
 * fire needs, so that its cost does not grow with the runs that have ended.
 */
export const runIndexes = {
  [RunIndex.event]: (run: AgentRun) => ownerUIDs(run),
  [RunIndex.active]: (run: AgentRun) => (hasEnded(run) ? [] : ownerUIDs(run)),
  [RunIndex.open]: (run: AgentRun) =>
    hasPhase(run) && run.spec.trigger.turn === undefined ? [] : ownerUIDs(run),
  [RunIndex.fire]: (run: AgentRun) =>
    run.spec.trigger.fireID === undefined ? [] : [run.spec.trigger.fireID],
  [RunIndex.team]: (run: AgentRun) => [teamIndexKey(run.metadata.namespace, run.spec.team)],
  [RunIndex.retryOf]: (run: AgentRun) =>
    run.spec.retryOf === undefined ? [] : [teamIndexKey(run.metadata.namespace, run.spec.retryOf.run)],
};

/** The value under which the indexes of teams and retried runs find a run. */
export function teamIndexKey(namespace: string | undefined, name: string): string {
  return `${namespace ?? ""}/${name}`;
}

function ownerUIDs(run: AgentRun): readonly string[] {
  return (run.metadata.ownerReferences ?? [])
    .filter((owner) => owner.kind === AgentEventResource.kind)
    .map((owner) => owner.uid);
}
