import type { AgentEventStatus } from "../../../lib/api/agent-event.ts";
import { boundHandled } from "./bound-handled.ts";

/** What has been dealt with: a slot, or upstream runs. */
export type Settled = { readonly slot?: Date | undefined; readonly upstreamUIDs?: readonly string[] };

/** Moves an event's cursor past what was dealt with, which counts nothing (protocols D3, E3). */
export function settleCursor(status: AgentEventStatus, settled: Settled): AgentEventStatus {
  const { slot, upstreamUIDs = [] } = settled;
  const { ledger } = status;
  const known = new Set((ledger?.handled ?? []).map((entry) => entry.uid));
  const added = [...new Set(upstreamUIDs)].filter((uid) => !known.has(uid));
  const handled = boundHandled([...(ledger?.handled ?? []), ...added.map((uid) => ({ uid }))]);
  return {
    ...status,
    ledger: {
      ...ledger,
      ...(slot === undefined || isSettled(ledger?.since, slot) ? {} : { since: slot.toISOString() }),
      ...(added.length === 0 ? {} : { handled }),
    },
  };
}

/** `since` only grows (protocols E1). */
function isSettled(since: string | undefined, slot: Date): boolean {
  return since !== undefined && Date.parse(since) >= slot.getTime();
}
