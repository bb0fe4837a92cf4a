import { type AgentEvent, AgentEventResource } from "../../lib/api/agent-event.ts";
import type { AgentRun } from "../../lib/api/agent-run.ts";
import type { AgentTeam } from "../../lib/api/agent-team.ts";
import { type Secret, SecretType } from "../../lib/api/core-types.ts";
import { tokenSecretName } from "../../lib/api/keys.ts";
import { keyOf, type ObjectKey } from "../../lib/api/object.ts";
import type { EventSettings, ObservedEvent } from "../domain/event/observed-event.ts";
import { observeToken } from "../domain/event/token-secret.ts";
import { RunIndex, teamIndexKey } from "../domain/firing/run-index.ts";
import type { Cache } from "../ports/cache.ts";
import type { Schedules } from "../ports/schedules.ts";
import type { Store } from "../ports/store.ts";
import { relevantRuns } from "./relevant-runs.ts";

/** What is read to observe an event. */
export type EventSources = {
  readonly store: Store;
  readonly events: Cache<AgentEvent>;
  readonly runs: Cache<AgentRun>;
  readonly teams: Cache<AgentTeam>;
  /** Token Secrets, with digests in the place of tokens. */
  readonly secrets: Cache<Secret>;
  readonly schedules: Schedules;
  readonly settings: EventSettings;
};

/** Reads everything that decides what an event needs; undefined where the event is gone or going. */
export async function observeEvent(
  sources: EventSources,
  key: ObjectKey,
  isBehind: (event: AgentEvent) => Promise<boolean>,
): Promise<ObservedEvent | undefined> {
  const event = sources.events.get(key) ?? (await sources.store.get(AgentEventResource, key));
  if (event === undefined || event.metadata.deletionTimestamp !== undefined) return undefined;
  const { namespace } = event.metadata;
  const upstream = event.spec.source.teamOutput?.name;
  return {
    event,
    isBehind: await isBehind(event),
    runs: relevantRuns(sources.runs, event),
    hasTeam: (name) => sources.teams.get({ namespace, name }) !== undefined,
    parseSchedule: (expression) => sources.schedules.parse(expression),
    upstreamRuns:
      upstream === undefined ? [] : sources.runs.byIndex(RunIndex.team, teamIndexKey(namespace, upstream)),
    token: observeToken(event, await tokenSecret(sources, event)),
    settings: sources.settings,
  };
}

/** A Secret that the cache lacks is looked for live before one is made: it may be on its way there. */
async function tokenSecret(sources: EventSources, event: AgentEvent): Promise<Secret | undefined> {
  const key = { namespace: event.metadata.namespace, name: tokenSecretName(event.metadata.name) };
  const cached = sources.secrets.get(key);
  if (cached !== undefined || event.spec.source.type !== "webhook") return cached;
  return sources.store.get(SecretType, key);
}

/** The key of an event's token Secret. */
export function tokenSecretKey(event: AgentEvent): ObjectKey {
  return { ...keyOf(event), name: tokenSecretName(event.metadata.name) };
}
