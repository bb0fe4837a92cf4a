import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { hasEnded, hasPhase, isOfAFire } from "../firing/fires-of.ts";

/**
 * Whether a run without a phase may begin (protocols A4): a run of a fire only once its fire is accounted, that is,
 * in its event's `starting`; a run started by hand or a retry at once. Under Forbid besides only while no run of the
 * event outside its own fire is active, so that a fire and a retry that come together do not overlap.
 */
export function mayStart(
  run: AgentRun,
  event: AgentEvent | undefined,
  runsOfEvent: readonly AgentRun[],
): boolean {
  const starting = event?.status?.ledger?.starting ?? [];
  const isForbid = event?.spec.concurrencyPolicy === "Forbid";
  const others = runsOfEvent.filter((other) => !isSame(run, other));
  if (isOfAFire(run)) {
    const isAccounted = starting.includes(run.spec.trigger.fireID ?? "");
    return isAccounted && !isDuplicate(run, others) && !(isForbid && others.some(blocks(run)));
  }
  if (run.spec.retryOf === undefined || !isForbid) return true;
  const mayBegin = (other: AgentRun) =>
    !hasEnded(other) && starting.includes(other.spec.trigger.fireID ?? "");
  return !others.some((other) => blocks(run)(other) || mayBegin(other) || isEarlierRetry(other, run));
}

function isSame(one: AgentRun, other: AgentRun): boolean {
  return one.metadata.uid === other.metadata.uid;
}

function blocks(run: AgentRun): (other: AgentRun) => boolean {
  const { fireID } = run.spec.trigger;
  return (other) => {
    const isOfOwnFire = isOfAFire(run) && isOfAFire(other) && other.spec.trigger.fireID === fireID;
    return !isOfOwnFire && hasPhase(other) && !hasEnded(other);
  };
}

/** One fireID that took two turns: the accountant deletes the second, which must not begin before. */
function isDuplicate(run: AgentRun, others: readonly AgentRun[]): boolean {
  const { fireID, turn = -1 } = run.spec.trigger;
  return others.some((other) => {
    const { fireID: otherID, turn: otherTurn = -1 } = other.spec.trigger;
    if (!isOfAFire(other) || otherID !== fireID || otherTurn === turn) return false;
    return hasPhase(other) || otherTurn < turn;
  });
}

/** Of two retries that wait, the one that was asked for first goes first. */
function isEarlierRetry(other: AgentRun, run: AgentRun): boolean {
  if (other.spec.retryOf === undefined || hasPhase(other)) return false;
  const byCreation =
    Date.parse(other.metadata.creationTimestamp) - Date.parse(run.metadata.creationTimestamp);
  return byCreation !== 0 ? byCreation < 0 : other.metadata.uid < run.metadata.uid;
}
