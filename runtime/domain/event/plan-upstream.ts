import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";
import type { Ledger } from "../../../lib/api/ledger.ts";
import { hasEnded } from "../firing/fires-of.ts";
import { boundHandled } from "./bound-handled.ts";

/** How long a handled upstream is remembered after its run is gone (protocols D4). */
const REMEMBER_GONE_MS = 3_600_000;
/** Most upstream runs that one look fires for; the next look goes on. */
export const MAX_UPSTREAMS_AT_ONCE = 50;

/** What decides what a team-output event has to fire for. */
export type UpstreamInput = {
  readonly event: AgentEvent;
  /** All runs of the upstream team. */
  readonly upstreamRuns: readonly AgentRun[];
  /** Upstream uids that this look accounts, or whose fires were cancelled. */
  readonly accounted: readonly string[];
  /** Upstream uids for which a fire exists already. */
  readonly fired: ReadonlySet<string>;
  /** Whether handling starts afresh: the source changed, or the event was resumed or made valid. */
  readonly startsAfresh: boolean;
  /** Whether no status has been written for the event. */
  readonly isNew: boolean;
  readonly isPaused: boolean;
};

/** The ledger entries to write, and the completions to fire for, in order. */
export type UpstreamPlan = {
  readonly upstream: string;
  readonly handled: NonNullable<Ledger["handled"]>;
  readonly due: readonly AgentRun[];
};

/** Decides which completions of the upstream team an event fires for (protocols D). */
export function planUpstream(input: UpstreamInput, now: Date): UpstreamPlan {
  const { event, upstreamRuns } = input;
  const { name = "", onPhase = "Succeeded" } = event.spec.source.teamOutput ?? {};
  const ended = upstreamRuns.filter(hasEnded).sort(inOrderOfCompletion);
  const handled = new Set([...knownBefore(input, ended), ...input.accounted]);
  const due: AgentRun[] = [];
  for (const run of ended) {
    const { uid } = run.metadata;
    if (handled.has(uid) || input.fired.has(uid)) continue;
    const isWanted = !input.isPaused && (onPhase === "*" || run.status?.phase === onPhase);
    if (isWanted) due.push(run);
    else handled.add(uid);
  }
  return {
    upstream: upstreamText(name, onPhase),
    handled: remember(input, handled, now),
    due: due.slice(0, MAX_UPSTREAMS_AT_ONCE),
  };
}

/** How the ledger names what `handled` was set for. */
export function upstreamText(team: string, onPhase: string): string {
  return `${team}/${onPhase}`;
}

/** Orders ended runs by their end; the end is strictly later than the team's previous one. */
export function inOrderOfCompletion(one: AgentRun, other: AgentRun): number {
  const byTime = Date.parse(one.status?.completedAt ?? "") - Date.parse(other.status?.completedAt ?? "");
  if (byTime !== 0) return byTime;
  return one.metadata.uid < other.metadata.uid ? -1 : 1;
}

/** Protocol D1: which ended runs count as handled before any is looked at. */
function knownBefore(input: UpstreamInput, ended: readonly AgentRun[]): string[] {
  const uids = (runs: readonly AgentRun[]) => runs.map((run) => run.metadata.uid);
  // What is gone stays known: a late create for it must still be told from a new one.
  const known = (input.event.status?.ledger?.handled ?? []).map((entry) => entry.uid);
  if (input.isNew) {
    const createdMs = Date.parse(input.event.metadata.creationTimestamp);
    return [...known, ...uids(ended.filter((run) => Date.parse(run.status?.completedAt ?? "") < createdMs))];
  }
  return input.startsAfresh ? [...known, ...uids(ended)] : known;
}

/** Protocol D4: uids stay for an hour after their run is gone. */
function remember(input: UpstreamInput, handled: ReadonlySet<string>, now: Date): UpstreamPlan["handled"] {
  const present = new Set(input.upstreamRuns.map((run) => run.metadata.uid));
  const goneAt = new Map(
    (input.event.status?.ledger?.handled ?? []).map((entry) => [entry.uid, entry.goneAt] as const),
  );
  const entries = [...handled].flatMap((uid) => {
    if (present.has(uid)) return [{ uid }];
    const since = goneAt.get(uid) ?? now.toISOString();
    return now.getTime() - Date.parse(since) < REMEMBER_GONE_MS ? [{ uid, goneAt: since }] : [];
  });
  return boundHandled(entries);
}
