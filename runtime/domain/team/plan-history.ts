import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import type { AgentTeam } from "../../../lib/api/agent-team.ts";
import { inOrderOfCompletion } from "../event/plan-upstream.ts";
import { hasEnded, isOfAFire } from "../firing/fires-of.ts";

/** Most ended runs of a team, kept ones included (protocols D4). */
export const MAX_ENDED_RUNS = 1_000;
/** How long, and how many an event, runs with an idempotency key are kept (protocols B). */
const KEEP_KEYED_MS = 86_400_000;
export const MAX_KEYED_FIRES = 1_000;
/** How many of a Forbid event's latest turns are kept (protocols C5). */
const KEPT_TURNS = 2;

/** What decides which of a team's runs are history that can go. */
export type HistoryInput = {
  readonly team: AgentTeam;
  readonly runs: readonly AgentRun[];
  /** All runs of a fire, of other teams too. */
  readonly runsOfFire: (fireID: string) => readonly AgentRun[];
  /** All runs of an event, by its uid. */
  readonly runsOfEvent: (eventUID: string) => readonly AgentRun[];
  readonly retriesOf: (run: AgentRun) => readonly AgentRun[];
  readonly eventOf: (run: AgentRun) => AgentEvent | undefined;
  /** Whether a run, of any team, exceeds its own team's limits. */
  readonly isExceeding: (run: AgentRun) => boolean;
  /** The valid team-output events that listen to this team. */
  readonly listeners: readonly AgentEvent[];
};

/** Runs that can be deleted, oldest first, and how many were given up although an event had not handled them. */
export type HistoryPlan = { readonly deletions: readonly AgentRun[]; readonly unhandled: number };

/** Decides which ended runs of a team are deleted: those beyond its limits, a fire as a unit (design §4). */
export function planHistory(input: HistoryInput, now: Date): HistoryPlan {
  const ended = input.runs.filter(hasEnded).sort(inOrderOfCompletion);
  const surplus = Math.max(0, ended.length - MAX_ENDED_RUNS);
  const deletions = new Map<string, AgentRun>();
  let unhandled = 0;
  for (const [index, run] of ended.entries()) {
    const isForced = index < surplus;
    if (!isForced && !input.isExceeding(run)) continue;
    if (!isForced && isHeld(input, run, now)) continue;
    const unit = unitOf(input, run);
    if (!unit.every((each) => canGo(input, each, isForced))) continue;
    if (isForced && !isHandled(input, run)) unhandled += 1;
    for (const each of unit) deletions.set(each.metadata.uid, each);
  }
  return { deletions: [...deletions.values()], unhandled };
}

/** The ended runs of a team that its history limits do not keep. */
export function exceedingRuns(team: AgentTeam, runs: readonly AgentRun[]): ReadonlySet<string> {
  const { succeeded, failed } = team.spec.runHistoryLimit;
  const exceeding = new Set<string>();
  for (const [phase, limit] of [["Succeeded", succeeded] as const, ["Failed", failed] as const]) {
    const ended = runs.filter((run) => run.status?.phase === phase).sort(inOrderOfCompletion);
    for (const run of ended.slice(0, Math.max(0, ended.length - limit))) exceeding.add(run.metadata.uid);
  }
  return exceeding;
}

function unitOf(input: HistoryInput, run: AgentRun): readonly AgentRun[] {
  const { fireID } = run.spec.trigger;
  if (!isOfAFire(run) || fireID === undefined) return [run];
  return input.runsOfFire(fireID).filter(isOfAFire);
}

/** A run goes once it has ended, exceeds its limits, has left `starting`, and no retry of it is under way. */
function canGo(input: HistoryInput, run: AgentRun, isForced: boolean): boolean {
  if (!hasEnded(run) || (!isForced && !input.isExceeding(run))) return false;
  const starting = input.eventOf(run)?.status?.ledger?.starting ?? [];
  if (starting.includes(run.spec.trigger.fireID ?? "")) return false;
  return input.retriesOf(run).every(hasEnded);
}

function isHeld(input: HistoryInput, run: AgentRun, now: Date): boolean {
  return !isHandled(input, run) || isKeyed(input, run, now) || isRecentTurn(input, run);
}

/** Whether every event that listens to the team has dealt with the run. */
function isHandled({ listeners }: HistoryInput, run: AgentRun): boolean {
  return listeners.every((event) => {
    const handled = event.status?.ledger?.handled ?? [];
    return handled.some((entry) => entry.uid === run.metadata.uid);
  });
}

function isKeyed(input: HistoryInput, run: AgentRun, now: Date): boolean {
  const { keyed, eventUID = "", firedAt } = run.spec.trigger;
  if (keyed !== true) return false;
  const firedMs = Date.parse(firedAt ?? run.metadata.creationTimestamp);
  if (now.getTime() - firedMs >= KEEP_KEYED_MS) return false;
  const younger = input
    .runsOfEvent(eventUID)
    .filter((each) => each.spec.trigger.keyed === true && each.spec.trigger.index === 0)
    .filter((each) => Date.parse(each.spec.trigger.firedAt ?? "") > firedMs);
  return younger.length < MAX_KEYED_FIRES;
}

/** The lock of a turn is the name of its run, so the latest ones stay until later turns have been taken. */
function isRecentTurn(input: HistoryInput, run: AgentRun): boolean {
  const { turn, eventUID = "" } = run.spec.trigger;
  if (turn === undefined) return false;
  const turns = input.runsOfEvent(eventUID).flatMap((each) => each.spec.trigger.turn ?? []);
  const latest = [...new Set(turns)].sort((one, other) => other - one).slice(0, KEPT_TURNS);
  return latest.includes(turn);
}
