import { isDeepStrictEqual } from "node:util";
import type { AgentEvent, AgentEventStatus } from "../../lib/api/agent-event.ts";
import { keyOf, keyText, type ObjectKey } from "../../lib/api/object.ts";

/** Longest that a fire stays in `starting` once its runs have begun (protocols A5). */
const DROP_WITHIN_MS = 1_000;

/**
 * Holds back writes that do nothing but drop fires from `starting`: the next account drops them as well, and an event
 * that is fired now and then is written half as often, and free for the next fire at once.
 */
export class DropPace {
  /** By event: when a status was written that names fires which start. */
  readonly #wroteMs = new Map<string, number>();

  /** Takes in a status that has been written. */
  wrote(event: AgentEvent, nowMs: number): void {
    const id = keyText(keyOf(event));
    if ((event.status?.ledger?.starting ?? []).length === 0) this.#wroteMs.delete(id);
    else this.#wroteMs.set(id, nowMs);
  }

  /** How long the write of a status can wait; 0 where it does more than drop, or nobody knows how old the last one is. */
  waitMs(event: AgentEvent, status: AgentEventStatus, nowMs: number): number {
    const wroteMs = this.#wroteMs.get(keyText(keyOf(event)));
    if (wroteMs === undefined || !onlyDrops(event.status, status)) return 0;
    return Math.max(0, wroteMs + DROP_WITHIN_MS - nowMs);
  }

  /** Forgets an event that is gone. */
  forget(key: ObjectKey): void {
    this.#wroteMs.delete(keyText(key));
  }
}

function onlyDrops(before: AgentEventStatus | undefined, after: AgentEventStatus): boolean {
  const was = new Set(before?.ledger?.starting ?? []);
  const starting = after.ledger?.starting ?? [];
  if (starting.length >= was.size || !starting.every((id) => was.has(id))) return false;
  return isDeepStrictEqual(withoutStarting(before), withoutStarting(after));
}

/** An empty ledger is left out of a status. */
function withoutStarting(status: AgentEventStatus | undefined) {
  const { starting: _, ...ledger } = status?.ledger ?? {};
  return { ...status, ledger };
}
