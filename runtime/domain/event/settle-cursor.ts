import type { AgentEventStatus } from "../../../lib/api/agent-event.ts";
import { MAX_HANDLED } from "../../../lib/api/ledger.ts";

/** What has been dealt with without a fire: a slot, or upstream runs. */
export type Settled = { readonly slot?: Date; readonly upstreamUIDs?: readonly string[] };

/** Moves an event's cursor past what was dealt with without a fire, which counts nothing (protocols D3, E3). */
export function settleCursor(status: AgentEventStatus, settled: Settled): AgentEventStatus {
  const { slot, upstreamUIDs = [] } = settled;
  const since = slot?.toISOString();
  const handled = [...(status.ledger?.handled ?? []), ...upstreamUIDs.map((uid) => ({ uid }))];
  return {
    ...status,
    ledger: {
      ...status.ledger,
      ...(since === undefined ? {} : { since }),
      ...(upstreamUIDs.length === 0 ? {} : { handled: handled.slice(-MAX_HANDLED) }),
    },
  };
}
