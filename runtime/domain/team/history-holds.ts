import type { AgentEvent } from "../../../lib/api/agent-event.ts";
import type { AgentRun } from "../../../lib/api/agent-run.ts";

/** How long, and how many an event, runs with an idempotency key are kept (protocols B). */
const KEEP_KEYED_MS = 86_400_000;
export const MAX_KEYED_FIRES = 1_000;
/** How many of a Forbid event's latest turns are kept (protocols C5). */
const KEPT_TURNS = 2;

/** Where runs that are asked about are found. */
export type HoldSources = {
  /** All runs of an event, by its uid. */
  readonly runsOfEvent: (eventUID: string) => readonly AgentRun[];
  /** The valid team-output events that listen to a team. */
  readonly listenersOf: (team: string) => readonly AgentEvent[];
};

/** What holds an event's runs back, found once however many of them are asked about. */
type EventHolds = {
  /** When the youngest keyed fires fired, the last of those that are kept at the end. */
  readonly keyedSinceMs: number;
  readonly recentTurns: ReadonlySet<number>;
};

/** Says which ended runs are still needed, whatever the history limits are. Lives for one look at a team. */
export class HistoryHolds {
  readonly #sources: HoldSources;
  readonly #now: Date;
  readonly #events = new Map<string, EventHolds>();
  readonly #handled = new Map<string, readonly ReadonlySet<string>[]>();

  constructor(sources: HoldSources, now: Date) {
    this.#sources = sources;
    this.#now = now;
  }

  /** Whether a run is needed by an event that listens, by a caller's key or by a turn. */
  hold(run: AgentRun): boolean {
    return !this.isHandled(run) || this.#isKeyed(run) || this.#isRecentTurn(run);
  }

  /** Whether every event that listens to the run's team has dealt with the run. */
  isHandled(run: AgentRun): boolean {
    const { team } = run.spec;
    let handled = this.#handled.get(team);
    if (handled === undefined) {
      handled = this.#sources.listenersOf(team).map(handledBy);
      this.#handled.set(team, handled);
    }
    return handled.every((uids) => uids.has(run.metadata.uid));
  }

  #isKeyed(run: AgentRun): boolean {
    if (run.spec.trigger.keyed !== true) return false;
    const firedMs = firedMsOf(run);
    if (this.#now.getTime() - firedMs >= KEEP_KEYED_MS) return false;
    return firedMs >= this.#holdsOf(run).keyedSinceMs;
  }

  /** The lock of a turn is the name of its run, so the latest ones stay until later turns have been taken. */
  #isRecentTurn(run: AgentRun): boolean {
    const { turn } = run.spec.trigger;
    return turn !== undefined && this.#holdsOf(run).recentTurns.has(turn);
  }

  #holdsOf(run: AgentRun): EventHolds {
    const { eventUID = "" } = run.spec.trigger;
    let holds = this.#events.get(eventUID);
    if (holds === undefined) {
      holds = holdsOf(this.#sources.runsOfEvent(eventUID));
      this.#events.set(eventUID, holds);
    }
    return holds;
  }
}

function holdsOf(runs: readonly AgentRun[]): EventHolds {
  const keyed = runs.filter(({ spec: { trigger } }) => trigger.keyed === true && trigger.index === 0);
  const times = keyed.map(firedMsOf).sort((one, other) => other - one);
  const turns = new Set(runs.flatMap((run) => run.spec.trigger.turn ?? []));
  const latest = [...turns].sort((one, other) => other - one).slice(0, KEPT_TURNS);
  return {
    keyedSinceMs: times[MAX_KEYED_FIRES - 1] ?? Number.NEGATIVE_INFINITY,
    recentTurns: new Set(latest),
  };
}

function handledBy(event: AgentEvent): ReadonlySet<string> {
  return new Set((event.status?.ledger?.handled ?? []).map((entry) => entry.uid));
}

function firedMsOf(run: AgentRun): number {
  return Date.parse(run.spec.trigger.firedAt ?? run.metadata.creationTimestamp);
}
