import type { AgentEvent } from "../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource, type AgentRunStatus } from "../../lib/api/agent-run.ts";
import { type AgentTeam, AgentTeamResource } from "../../lib/api/agent-team.ts";
import { keyText, type ObjectKey } from "../../lib/api/object.ts";
import { EventIndex } from "../domain/event/event-index.ts";
import { RunIndex, teamIndexKey } from "../domain/firing/run-index.ts";
import type { StartInput } from "../domain/run/start-run.ts";
import type { Cache } from "../ports/cache.ts";
import type { Store } from "../ports/store.ts";
import { FreshRuns } from "./fresh-runs.ts";
import { OneAfterAnother } from "./one-after-another.ts";

/** Reads what decides about runs, and writes their status. */
export class RunWorld {
  readonly #store: Store;
  readonly #runs: Cache<AgentRun>;
  readonly #events: Cache<AgentEvent>;
  readonly #teams: Cache<AgentTeam>;
  readonly #ends = new OneAfterAnother();
  /** By team: the latest end that was seen, written or tried, in milliseconds. */
  readonly #lastEnds = new Map<string, number>();
  /** Runs that are worked on, whole, as last written here: the cache leaves their outputs out. */
  readonly #active = new Map<string, AgentRun>();
  readonly #fresh = new FreshRuns();

  constructor(parts: {
    readonly store: Store;
    readonly runs: Cache<AgentRun>;
    readonly events: Cache<AgentEvent>;
    readonly teams: Cache<AgentTeam>;
  }) {
    this.#store = parts.store;
    this.#runs = parts.runs;
    this.#events = parts.events;
    this.#teams = parts.teams;
  }

  /** Takes in all ends that the cache knows and all that it will learn; returns how to stop. */
  start(): () => void {
    for (const run of this.#runs.all()) this.#takeEnd(run);
    return this.#runs.onChange((change) => {
      this.#fresh.follow(change);
      this.#takeEnd(change.after);
    });
  }

  /** The run as the cache shows it, without its outputs. */
  cached(key: ObjectKey): AgentRun | undefined {
    return this.#runs.get(key);
  }

  /** The whole run: as written last or as it came where the cache knows nothing newer, otherwise read live. */
  async whole(key: ObjectKey): Promise<AgentRun | undefined> {
    const cached = this.#runs.get(key);
    const written = this.#active.get(keyText(key));
    if (written !== undefined && cached !== undefined && isCurrent(written, cached)) return written;
    const fresh = cached === undefined ? undefined : this.#fresh.find(cached);
    return fresh ?? this.#store.get(AgentRunResource, key);
  }

  /** Forgets a run that has ended or is gone. */
  forget(key: ObjectKey): AgentRun | undefined {
    const known = this.#active.get(keyText(key));
    this.#active.delete(keyText(key));
    return known;
  }

  /** Writes a run's status, by compare-and-swap. */
  async write(key: ObjectKey, run: AgentRun): Promise<AgentRun> {
    // Where this fails the cache is behind: the next look is a live one.
    this.#fresh.forget(run);
    const written = await this.#store.replaceStatus(AgentRunResource, run);
    this.#active.set(keyText(key), written);
    this.#runs.remember(written);
    return written;
  }

  /** The event that owns a run. */
  eventOf(run: AgentRun): AgentEvent | undefined {
    const { event } = run.spec.trigger;
    const owner = run.metadata.ownerReferences?.find((each) => each.kind === "AgentEvent");
    const name = event ?? owner?.name;
    if (name === undefined) return undefined;
    const found = this.#events.get({ namespace: run.metadata.namespace, name });
    return found?.metadata.uid === owner?.uid ? found : undefined;
  }

  /** The runs that may keep one of an event from starting: those of its own fire and, under Forbid, active ones. */
  rivalsOf(run: AgentRun, event: AgentEvent | undefined): readonly AgentRun[] {
    if (event === undefined) return [];
    const ofFire = this.#runs.byIndex(RunIndex.fire, run.spec.trigger.fireID ?? "");
    if (event.spec.concurrencyPolicy !== "Forbid") return ofFire;
    return [...ofFire, ...this.#runs.byIndex(RunIndex.active, event.metadata.uid)];
  }

  /** What is needed to begin a run. */
  async startInput(run: AgentRun): Promise<StartInput> {
    const { namespace } = run.metadata;
    const { retryOf, team: name } = run.spec;
    if (retryOf !== undefined) {
      const original = await this.#store.get(AgentRunResource, { namespace, name: retryOf.run });
      return { run, team: undefined, original, lastEnd: this.lastEnd(run) };
    }
    const key = { namespace, name };
    const team = this.#teams.get(key) ?? (await this.#store.get(AgentTeamResource, key));
    return { run, team: team?.spec, original: undefined, lastEnd: this.lastEnd(run) };
  }

  /**
   * Writes the end of a run. Where somebody listens to its team, the ends of the team's runs are decided and written
   * one after the other, so that none becomes visible after a later one (protocols D2). Where it is decided that there
   * is no end after all, nothing is written.
   */
  end(
    key: ObjectKey,
    run: AgentRun,
    decide: () => AgentRunStatus | undefined,
  ): Promise<AgentRun | undefined> {
    const team = teamIndexKey(run.metadata.namespace, run.spec.team);
    const write = async () => {
      const status = decide();
      if (status === undefined) return undefined;
      this.#takeEnd({ ...run, status });
      return this.write(key, { ...run, status });
    };
    const isWatched = this.#events.byIndex(EventIndex.upstream, team).length > 0;
    return isWatched ? this.#ends.do(team, write) : write();
  }

  /** The latest end of a run of the same team, those included that are being written. */
  lastEnd(run: AgentRun): Date | undefined {
    const team = teamIndexKey(run.metadata.namespace, run.spec.team);
    const latest = this.#lastEnds.get(team);
    return latest === undefined ? undefined : new Date(latest);
  }

  #takeEnd(run: AgentRun | undefined): void {
    if (run?.status?.completedAt === undefined) return;
    const end = Date.parse(run.status.completedAt);
    const team = teamIndexKey(run.metadata.namespace, run.spec.team);
    this.#lastEnds.set(team, Math.max(end, this.#lastEnds.get(team) ?? end));
  }
}

function isCurrent(written: AgentRun, cached: AgentRun): boolean {
  if (written.metadata.uid !== cached.metadata.uid) return false;
  return BigInt(written.metadata.resourceVersion) >= BigInt(cached.metadata.resourceVersion);
}
