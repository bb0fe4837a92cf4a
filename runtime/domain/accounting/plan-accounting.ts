import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { type Ledger, MAX_STARTING } from "../../../lib/api/ledger.ts";
import { firesOf, hasEnded, hasPhase, type ObservedFire } from "../firing/fires-of.ts";
import { missingSiblings } from "./missing-siblings.ts";
import { nextRetry } from "./next-retry.ts";
import { type DeletionCause, settleFire } from "./settle-fire.ts";

/** How long the replica that took a fire has to create its runs before the leader helps. */
export const COMPLETE_AFTER_MS = 1_000;
/** How long the leader tries to complete a fire before it is accounted without the rest (protocols A2). */
export const GIVE_UP_AFTER_MS = 600_000;

/** What decides about an event's fires. */
export type AccountingInput = {
  readonly event: AgentEvent;
  /** All runs that the event owns. */
  readonly runs: readonly AgentRun[];
  /**
   * Since when this leader has tried in vain to complete a fire. Its age would not do: after an outage every fire
   * that was cut off would be too old to be completed.
   */
  readonly refusedSince?: ((fireID: string) => Date | undefined) | undefined;
};

/** What is due so that every acknowledged fire is counted and started once (protocols A3 and A5). */
export type AccountingPlan = {
  /** Runs to delete, after a live look. */
  readonly deletions: readonly { readonly run: AgentRun; readonly cause: DeletionCause }[];
  /** Fires whose missing runs have to be made again from run 0's record. */
  readonly completions: readonly { readonly runZero: AgentRun; readonly indexes: readonly number[] }[];
  /** Fires to count and to let start, in the next status write. */
  readonly accounted: readonly ObservedFire[];
  /** Those of `accounted` that are given up as incomplete. */
  readonly incomplete: readonly ObservedFire[];
  /** The fires (and, under Forbid, the retry) that may start, without those whose runs have all begun. */
  readonly starting: readonly string[];
  /** Next turn under Forbid. */
  readonly turn: number | undefined;
  /** Whether a fire exists that is not counted after this plan: it waits for its runs or its turn. */
  readonly hasWaiting: boolean;
};

/** Decides what the leader has to do about an event's fires, given all its runs. */
export function planAccounting(input: AccountingInput, now: Date): AccountingPlan {
  const { event, runs } = input;
  const ledger = event.status?.ledger ?? {};
  const starting = new Set(ledger.starting ?? []);
  const fires = firesOf(runs);
  const open: ObservedFire[] = [];
  const deletions: AccountingPlan["deletions"][number][] = [];
  const known = new Set(fires.filter((fire) => fire.runs.some(hasPhase)).map((fire) => fire.fireID));
  for (const fire of fires) {
    const state = settleFire(fire, { ledger, starting, known });
    known.add(fire.fireID);
    if (state === "open") open.push(fire);
    else if (state === "settled") deletions.push(...leftBehind(fire, starting));
    else deletions.push(...fire.runs.map((run) => ({ run, cause: state })));
  }
  const gone = new Set(deletions.map(({ run }) => run));
  // Deletions are carried out before the status is written.
  const leftRuns = runs.filter((run) => !gone.has(run));
  const left = gone.size === 0 ? fires : firesOf(leftRuns);
  const remaining = stillStarting(starting, left, leftRuns);
  const isGivenUp = (fire: ObservedFire) => isRefusedForLong(input, fire, now);
  const room = roomFor({ event, runs: leftRuns }, starting, remaining);
  const accounted = open
    .filter((fire) => missingSiblings(fire).length === 0 || isGivenUp(fire))
    .slice(0, Math.max(0, room));
  const isForbid = event.spec.concurrencyPolicy === "Forbid";
  const retry = isForbid && accounted.length < room ? nextRetry(leftRuns) : undefined;
  return {
    deletions,
    completions: open.filter((fire) => !isGivenUp(fire)).flatMap((fire) => completionOf(fire, now)),
    accounted,
    incomplete: accounted.filter((fire) => missingSiblings(fire).length > 0),
    starting: [
      ...remaining,
      ...accounted.map((fire) => fire.fireID),
      ...(retry === undefined ? [] : [retry.metadata.uid]),
    ],
    turn: nextTurn(ledger, left),
    hasWaiting: accounted.length < open.length,
  };
}

/** Under Forbid a fire may start only while no run of the event is active; otherwise the ledger's bound counts. */
function roomFor(
  { event, runs }: AccountingInput,
  starting: ReadonlySet<string>,
  remaining: readonly string[],
): number {
  if (event.spec.concurrencyPolicy !== "Forbid") return MAX_STARTING - remaining.length;
  return runs.some((run) => isActive(run, starting)) ? 0 : 1;
}

function isRefusedForLong({ refusedSince }: AccountingInput, fire: ObservedFire, now: Date): boolean {
  const since = refusedSince?.(fire.fireID);
  return since !== undefined && now.getTime() - since.getTime() >= GIVE_UP_AFTER_MS;
}

function completionOf(fire: ObservedFire, now: Date): AccountingPlan["completions"] {
  const indexes = missingSiblings(fire);
  const { runZero } = fire;
  if (indexes.length === 0 || runZero === undefined) return [];
  const ageMs = now.getTime() - Date.parse(runZero.metadata.creationTimestamp);
  return ageMs >= COMPLETE_AFTER_MS ? [{ runZero, indexes }] : [];
}

/**
 * Once a fire has left `starting`, what has no phase was made by a replica that slept after the fire had gone on
 * without it: missing runs count as ended (protocols A5), and this one would wait for ever, and block Forbid.
 */
function leftBehind(fire: ObservedFire, starting: ReadonlySet<string>): AccountingPlan["deletions"] {
  if (starting.has(fire.fireID)) return [];
  return fire.runs.filter((run) => !hasPhase(run)).map((run) => ({ run, cause: "leftBehind" as const }));
}

/** A run of the event that works, or that may begin to at any moment. */
function isActive(run: AgentRun, starting: ReadonlySet<string>): boolean {
  if (hasEnded(run)) return false;
  return hasPhase(run) || starting.has(run.spec.trigger.fireID ?? "") || starting.has(run.metadata.uid);
}

/**
 * Protocol A5: a fire leaves once all its runs have a phase, or are gone; once run 0 has one, the rest is gone. A retry,
 * which is there by its uid, leaves in the same way.
 */
function stillStarting(
  starting: ReadonlySet<string>,
  fires: readonly ObservedFire[],
  runs: readonly AgentRun[],
): string[] {
  const waiting = new Set(fires.filter((fire) => !fire.runs.every(hasPhase)).map((fire) => fire.fireID));
  const isWaitingRetry = (uid: string) => runs.some((run) => run.metadata.uid === uid && !hasPhase(run));
  return [...starting].filter((id) => waiting.has(id) || isWaitingRetry(id));
}

/** Protocol C5: a turn is over once the fire that took it has ended. */
function nextTurn(ledger: Ledger, fires: readonly ObservedFire[]): number | undefined {
  const over = fires.filter((fire) => fire.turn !== undefined && fire.runs.every(hasEnded));
  const latest = Math.max(ledger.turn ?? 0, ...over.map((fire) => (fire.turn ?? 0) + 1));
  return latest === 0 ? ledger.turn : latest;
}
