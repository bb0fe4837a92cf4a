import { isDeepStrictEqual } from "node:util";
import type { AgentEvent } from "../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource } from "../../lib/api/agent-run.ts";
import type { AgentService } from "../../lib/api/agent-service.ts";
import { type AgentTeam, AgentTeamResource } from "../../lib/api/agent-team.ts";
import { keyOf, type ObjectKey } from "../../lib/api/object.ts";
import { ConditionType, RecordReason } from "../../lib/api/reason.ts";
import { findCondition } from "../domain/condition/set-condition.ts";
import { EventIndex } from "../domain/event/event-index.ts";
import { hasEnded } from "../domain/firing/fires-of.ts";
import { RunIndex, teamIndexKey } from "../domain/firing/run-index.ts";
import { exceedingRuns, planHistory } from "../domain/team/plan-history.ts";
import { planTeamStatus } from "../domain/team/plan-team.ts";
import type { Cache } from "../ports/cache.ts";
import type { Clock } from "../ports/clock.ts";
import { type Outcome, type Reconciler, settled } from "../ports/reconciler.ts";
import type { Recorder } from "../ports/recorder.ts";
import type { Store } from "../ports/store.ts";

/** How soon history that was held back is looked at again. */
const HISTORY_CHECK_MS = 60_000;

/** What the team reconciler reads and writes with. */
export type TeamParts = {
  readonly store: Store;
  readonly teams: Cache<AgentTeam>;
  readonly services: Cache<AgentService>;
  readonly runs: Cache<AgentRun>;
  readonly events: Cache<AgentEvent>;
  readonly recorder: Recorder;
  readonly clock: Clock;
};

/** Reports a team's latest run and keeps its history within limits. The leader alone runs it. */
export class TeamReconciler implements Reconciler {
  readonly #parts: TeamParts;

  constructor(parts: TeamParts) {
    this.#parts = parts;
  }

  async reconcile(key: ObjectKey): Promise<Outcome> {
    const { store, teams, services, clock } = this.#parts;
    const team = teams.get(key);
    if (team === undefined || team.metadata.deletionTimestamp !== undefined) return settled;
    const runs = this.#runsOf(team);
    const hasService = (name: string) => services.get({ namespace: key.namespace, name }) !== undefined;
    const now = clock.now();
    const status = planTeamStatus({ team, runs, hasService }, now);
    if (!isDeepStrictEqual(status, team.status)) {
      teams.remember(await store.replaceStatus(AgentTeamResource, { ...team, status }));
    }
    await this.#clean(team, runs, now);
    const { succeeded, failed } = team.spec.runHistoryLimit;
    const isOver = runs.filter(hasEnded).length > succeeded + failed;
    return isOver ? { requeueAt: new Date(now.getTime() + HISTORY_CHECK_MS) } : settled;
  }

  async #clean(team: AgentTeam, runs: readonly AgentRun[], now: Date): Promise<void> {
    const { runs: cache, store, recorder } = this.#parts;
    const { namespace } = team.metadata;
    const plan = planHistory(
      {
        team,
        runs,
        runsOfFire: (fireID) => cache.byIndex(RunIndex.fire, fireID),
        runsOfEvent: (uid) => cache.byIndex(RunIndex.event, uid),
        retriesOf: (run) => cache.byIndex(RunIndex.retryOf, teamIndexKey(namespace, run.metadata.name)),
        eventOf: (run) => this.#eventOf(run),
        isExceeding: this.#exceeding(team),
        listenersOf: (name) => this.#listeners(namespace, name),
      },
      now,
    );
    if (plan.unhandled > 0) {
      const message = `deleted ${plan.unhandled} ended runs that team-output events had not handled: the team has too many ended runs`;
      recorder.record({ about: team, type: "Warning", reason: RecordReason.fireFailed, message });
    }
    for (const { metadata } of plan.deletions) {
      const run = await store.get(AgentRunResource, metadata);
      // Deletes follow a live look and carry what was seen.
      if (run === undefined || run.metadata.uid !== metadata.uid || !hasEnded(run)) continue;
      const { uid, resourceVersion } = run.metadata;
      await store.delete(AgentRunResource, keyOf(run), { uid, resourceVersion });
    }
  }

  /** Limits of other teams are looked up once each, when a fire of several teams asks. */
  #exceeding(team: AgentTeam): (run: AgentRun) => boolean {
    const { teams } = this.#parts;
    const known = new Map<string, ReadonlySet<string>>();
    return (run) => {
      const name = run.spec.team;
      let exceeding = known.get(name);
      if (exceeding === undefined) {
        const owner =
          name === team.metadata.name ? team : teams.get({ namespace: team.metadata.namespace, name });
        const runs = owner === undefined ? [] : this.#runsOf(owner);
        exceeding = owner === undefined ? new Set([run.metadata.uid]) : exceedingRuns(owner, runs);
        if (owner !== undefined) known.set(name, exceeding);
      }
      return exceeding.has(run.metadata.uid);
    };
  }

  #runsOf(team: AgentTeam): readonly AgentRun[] {
    const { namespace, name } = team.metadata;
    return this.#parts.runs.byIndex(RunIndex.team, teamIndexKey(namespace, name));
  }

  #eventOf(run: AgentRun): AgentEvent | undefined {
    const { event: name } = run.spec.trigger;
    return name === undefined
      ? undefined
      : this.#parts.events.get({ namespace: run.metadata.namespace, name });
  }

  #listeners(namespace: string | undefined, name: string): readonly AgentEvent[] {
    return this.#parts.events
      .byIndex(EventIndex.upstream, teamIndexKey(namespace, name))
      .filter((event) => findCondition(event.status?.conditions, ConditionType.ready)?.status !== "False");
  }
}
