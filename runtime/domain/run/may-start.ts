import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { hasEnded, hasPhase, isOfAFire } from "../firing/fires-of.ts";

/**
 * Whether a run without a phase may begin (protocols A4): a run of a fire only once its fire is accounted, that is,
 * in its event's `starting`; a run started by hand or a retry at once. Under Forbid a retry too has to be in
 * `starting`, and nothing begins while a run of the event outside its own fire is active. `rivals` has at least the
 * runs of the run's own fire and, under Forbid, those of the event that have not ended.
 */
export function mayStart(run: AgentRun, event: AgentEvent | undefined, rivals: readonly AgentRun[]): boolean {
  const starting = event?.status?.ledger?.starting ?? [];
  const isForbid = event?.spec.concurrencyPolicy === "Forbid";
  if (isOfAFire(run)) {
    if (!starting.includes(run.spec.trigger.fireID ?? "")) return false;
    return !rivals.some((other) => isDuplicate(run, other) || (isForbid && isInTheWay(run, other)));
  }
  if (run.spec.retryOf === undefined || !isForbid) return true;
  return starting.includes(run.metadata.uid) && !rivals.some((other) => isInTheWay(run, other));
}

/** A run of the event, outside the run's own fire, that works. */
function isInTheWay(run: AgentRun, other: AgentRun): boolean {
  if (!hasPhase(other) || hasEnded(other) || other.metadata.uid === run.metadata.uid) return false;
  const isOfOwnFire =
    isOfAFire(run) && isOfAFire(other) && other.spec.trigger.fireID === run.spec.trigger.fireID;
  return !isOfOwnFire;
}

/** One fireID that took two turns: the accountant deletes the second, which must not begin before. */
function isDuplicate(run: AgentRun, other: AgentRun): boolean {
  const { fireID, turn = -1 } = run.spec.trigger;
  const { fireID: otherID, turn: otherTurn = -1 } = other.spec.trigger;
  if (!isOfAFire(other) || otherID !== fireID || otherTurn === turn) return false;
  return hasPhase(other) || otherTurn < turn;
}
