import { type Agent, AgentResource } from "../../lib/api/agent.ts";
import { type AgentEvent, AgentEventResource } from "../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource } from "../../lib/api/agent-run.ts";
import { type AgentService, AgentServiceResource } from "../../lib/api/agent-service.ts";
import { type AgentTeam, AgentTeamResource } from "../../lib/api/agent-team.ts";
import { type Secret, SecretType } from "../../lib/api/core-types.ts";
import type { KubeObject } from "../../lib/api/object.ts";
import type { ResourceType } from "../../lib/api/resource-type.ts";
import { ObjectCache, type ObjectCacheOptions } from "../controller/object-cache.ts";
import { Reflector } from "../controller/reflector.ts";
import { eventIndexes } from "../domain/event/event-index.ts";
import { runIndexes } from "../domain/firing/run-index.ts";
import { slimRun } from "../domain/run/slim-run.ts";
import { withDigests } from "../domain/webhook/token-digests.ts";
import type { Logger } from "../ports/logger.ts";
import type { Random } from "../ports/random.ts";
import type { Store } from "../ports/store.ts";
import type { Timers } from "../ports/timers.ts";
import { AGENT_NAMESPACE_INDEX } from "../tasks/task-router.ts";

type WorldParts = {
  readonly store: Store;
  readonly timers: Timers;
  readonly random: Random;
  readonly logger: Logger;
  /** The namespaces that are read; absent: all. */
  readonly namespaces?: readonly string[] | undefined;
};

type Runner = {
  relist(signal: AbortSignal): Promise<void>;
  run(signal: AbortSignal): Promise<void>;
};

/** The caches of everything that the operator reads, and the one watch a kind that keeps each of them. */
export class World {
  readonly events: ObjectCache<AgentEvent>;
  readonly runs: ObjectCache<AgentRun>;
  readonly teams: ObjectCache<AgentTeam>;
  readonly services: ObjectCache<AgentService>;
  readonly agents: ObjectCache<Agent>;
  /** All Secrets, with digests in the place of what they hold. */
  readonly secrets: ObjectCache<Secret>;
  readonly #parts: WorldParts;
  /** By kind, one a namespace. */
  readonly #reflectors: (readonly Runner[])[] = [];
  readonly #running: Promise<void>[] = [];

  constructor(parts: WorldParts) {
    this.#parts = parts;
    // A new leader lists events first and runs second, so that a fire dropped from `starting` is seen with its phase.
    this.events = this.#cache(AgentEventResource, { indexes: eventIndexes });
    this.runs = this.#cache(AgentRunResource, { indexes: runIndexes, slim: slimRun });
    this.teams = this.#cache(AgentTeamResource, {});
    this.services = this.#cache(AgentServiceResource, {});
    this.agents = this.#cache(AgentResource, {
      indexes: { [AGENT_NAMESPACE_INDEX]: (agent) => [agent.metadata.namespace ?? ""] },
    });
    this.secrets = this.#cache(SecretType, { slim: withDigests });
  }

  /** Starts the watches and resolves once everything that exists is known. */
  async start(signal: AbortSignal): Promise<void> {
    const synced = this.#caches().map((cache) => whenSynced(cache, signal));
    for (const reflector of this.#reflectors.flat()) this.#running.push(reflector.run(signal));
    await Promise.all(synced);
  }

  /** Reads events, then runs, as they are now: what a new leader does before its first write. */
  async refresh(signal: AbortSignal): Promise<void> {
    for (const reflectors of this.#reflectors.slice(0, 2))
      await Promise.all(reflectors.map((reflector) => reflector.relist(signal)));
  }

  /** Resolves once the watches have ended, after their signal has aborted. */
  async stopped(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Whether everything that exists is known. */
  get isSynced(): boolean {
    return this.#caches().every((cache) => cache.isSynced);
  }

  #caches() {
    return [this.events, this.runs, this.teams, this.services, this.agents, this.secrets];
  }

  #cache<T extends KubeObject>(
    type: ResourceType<T>,
    options: Omit<ObjectCacheOptions<T>, "onListenerError">,
  ): ObjectCache<T> {
    const { logger, namespaces } = this.#parts;
    const onListenerError = (error: unknown) =>
      logger.error("cache listener failed", { kind: type.kind, error: error as Error });
    const cache = new ObjectCache<T>({ ...options, namespaces, onListenerError });
    const places = namespaces ?? [undefined];
    this.#reflectors.push(
      places.map((namespace) => new Reflector<T>({ ...this.#parts, type, cache, namespace })),
    );
    return cache;
  }
}

/** A cache is synced by its first complete list. */
async function whenSynced(cache: { readonly whenSynced: Promise<void> }, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const aborted = new Promise<void>((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true }),
  );
  await Promise.race([cache.whenSynced, aborted]);
}
