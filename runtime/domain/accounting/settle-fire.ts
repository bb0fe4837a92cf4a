import type { AgentRun } from "../../../lib/api/agent-run.ts";
import type { Ledger } from "../../../lib/api/ledger.ts";
import { hasPhase, type ObservedFire } from "../firing/fires-of.ts";

/** Why a run is deleted while accounting. */
export type DeletionCause = "duplicate" | "late" | "cancelled" | "leftBehind";

/** What is known when a fire is looked at. */
export type Books = {
  readonly ledger: Ledger;
  /** Fires that are accounted and may not have begun yet. */
  readonly starting: ReadonlySet<string>;
  /** Fires that have begun, and those looked at before this one. */
  readonly known: ReadonlySet<string>;
};

/**
 * Says where a fire stands: `settled` (accounted already), `open` (to be accounted), or why its runs have to go:
 * a `duplicate` of a fire that is known (under Forbid one fireID may have taken two turns; the first counts),
 * `late` (its slot or upstream has been dealt with: it was made by a process that slept through its own
 * clean-up), or `cancelled` (its run 0 was deleted before it was accounted).
 */
export function settleFire(
  fire: ObservedFire,
  books: Books,
): "settled" | "open" | Exclude<DeletionCause, "leftBehind"> {
  if (fire.runs.some(hasPhase)) return "settled";
  if (books.known.has(fire.fireID)) return "duplicate";
  if (books.starting.has(fire.fireID)) return "settled";
  if (fire.runZero === undefined) return "cancelled";
  return isLate(fire.runZero, books.ledger) ? "late" : "open";
}

function isLate(runZero: AgentRun, ledger: Ledger): boolean {
  const { slot, upstream } = runZero.spec.trigger;
  if (slot !== undefined && ledger.since !== undefined) return Date.parse(slot) <= Date.parse(ledger.since);
  if (upstream !== undefined) return (ledger.handled ?? []).some((each) => each.uid === upstream.uid);
  return false;
}
