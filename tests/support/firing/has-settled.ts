import { type AgentEvent, AgentEventResource } from "../../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource } from "../../../lib/api/agent-run.ts";
import { missingSiblings } from "../../../runtime/domain/accounting/missing-siblings.ts";
import { firesOf, hasEnded } from "../../../runtime/domain/firing/fires-of.ts";
import type { Store } from "../../../runtime/ports/store.ts";

/** Whether nothing is under way: all runs have ended, nobody waits to start, every completion is handled. */
export async function hasSettled(store: Store): Promise<boolean> {
  const { items: runs } = await store.list(AgentRunResource);
  const { items: events } = await store.list(AgentEventResource);
  return areSettled(events, runs);
}

/** The same for events and runs that somebody has listed. */
export function areSettled(events: readonly AgentEvent[], runs: readonly AgentRun[]): boolean {
  if (!runs.every(hasEnded)) return false;
  if (firesOf(runs).some((fire) => missingSiblings(fire).length > 0)) return false;
  return events.every(({ spec, status }) => {
    if ((status?.ledger?.starting ?? []).length > 0) return false;
    const upstream = spec.source.teamOutput?.name;
    const handled = new Set(status?.ledger?.handled?.map((entry) => entry.uid));
    return runs.every((run) => run.spec.team !== upstream || handled.has(run.metadata.uid));
  });
}
