import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import type { AgentTeam } from "../../../lib/api/agent-team.ts";
import { inOrderOfCompletion } from "../event/plan-upstream.ts";
import { hasEnded, isOfAFire } from "../firing/fires-of.ts";
import { HistoryHolds } from "./history-holds.ts";

/** Most ended runs of a team, kept ones included (protocols D4). */
export const MAX_ENDED_RUNS = 1_000;

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
  /** The valid team-output events that listen to a team. */
  readonly listenersOf: (team: string) => readonly AgentEvent[];
};

/** Runs that can be deleted, oldest first, and how many were given up although an event had not handled them. */
export type HistoryPlan = { readonly deletions: readonly AgentRun[]; readonly unhandled: number };

/** Decides which ended runs of a team are deleted: those beyond its limits, a fire as a unit (design §4). */
export function planHistory(input: HistoryInput, now: Date): HistoryPlan {
  const ended = input.runs.filter(hasEnded).sort(inOrderOfCompletion);
  const surplus = Math.max(0, ended.length - MAX_ENDED_RUNS);
  const holds = new HistoryHolds(input, now);
  const deletions = new Map<string, AgentRun>();
  let unhandled = 0;
  for (const [index, run] of ended.entries()) {
    const isForced = index < surplus;
    if (!isForced && (!input.isExceeding(run) || holds.hold(run))) continue;
    const unit = unitOf(input, run);
    if (!isFree(input, holds, unit, { run, isForced })) continue;
    if (isForced && !holds.isHandled(run)) unhandled += 1;
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

/** A fire goes as a unit, so the events that listen to its other teams have to have dealt with those runs as well. */
function isFree(
  input: HistoryInput,
  holds: HistoryHolds,
  unit: readonly AgentRun[],
  { run, isForced }: { readonly run: AgentRun; readonly isForced: boolean },
): boolean {
  const { uid } = run.metadata;
  return unit.every(
    (each) => (each.metadata.uid === uid || holds.isHandled(each)) && canGo(input, each, isForced),
  );
}

/** A run goes once it has ended, exceeds its limits, has left `starting`, and no retry of it is under way. */
function canGo(input: HistoryInput, run: AgentRun, isForced: boolean): boolean {
  if (!hasEnded(run) || (!isForced && !input.isExceeding(run))) return false;
  const starting = input.eventOf(run)?.status?.ledger?.starting ?? [];
  if (starting.includes(run.spec.trigger.fireID ?? "")) return false;
  return input.retriesOf(run).every(hasEnded);
}
