import type { AgentEvent } from "../../lib/api/agent-event.ts";
import type { AgentRun } from "../../lib/api/agent-run.ts";
import { RunIndex } from "../domain/firing/run-index.ts";
import type { Cache } from "../ports/cache.ts";

/**
 * The runs of an event that can decide about its fires: fires with a run that has not begun, those that took a turn
 * and, under Forbid, all that are active. What has begun under Allow is settled, so that the cost of a fire does not
 * grow with it. A team-output event has to see all: which upstreams have had their fire is told from its runs as well.
 */
export function relevantRuns(runs: Cache<AgentRun>, event: AgentEvent): readonly AgentRun[] {
  const { uid } = event.metadata;
  const { source, concurrencyPolicy } = event.spec;
  if (source.type === "team-output") return runs.byIndex(RunIndex.event, uid);
  const found = new Set(runs.byIndex(RunIndex.open, uid));
  const fires = new Set([...found].flatMap((run) => run.spec.trigger.fireID ?? []));
  for (const fireID of fires) {
    for (const run of runs.byIndex(RunIndex.fire, fireID)) if (isOwnedBy(uid, run)) found.add(run);
  }
  if (concurrencyPolicy === "Forbid") for (const run of runs.byIndex(RunIndex.active, uid)) found.add(run);
  return [...found];
}

function isOwnedBy(uid: string, run: AgentRun): boolean {
  return run.metadata.ownerReferences?.some((owner) => owner.uid === uid) ?? false;
}
