import type { Agent } from "../../lib/api/agent.ts";
import type { AgentService } from "../../lib/api/agent-service.ts";
import { keyText, type ObjectKey } from "../../lib/api/object.ts";
import { chooseEndpoint, selectsAgent } from "../domain/routing/choose-endpoint.ts";
import type { AgentEndpoint, AgentEndpoints } from "../ports/agent-endpoints.ts";
import type { Cache } from "../ports/cache.ts";

/** Name of the index of agents by namespace. */
export const AGENT_NAMESPACE_INDEX = "namespace";

/**
 * Routes tasks to pods: the least busy ready one of the Agents that a service selects. Counts the tasks that this
 * process has in flight, and wakes the runs that wait for a pod when one may have become free.
 */
export class TaskRouter {
  readonly #services: Cache<AgentService>;
  readonly #agents: Cache<Agent>;
  readonly #endpoints: AgentEndpoints;
  /** By pod uid: the tasks in flight. */
  readonly #tasks = new Map<string, Set<string>>();
  /** Runs that wait for a pod, oldest first, by namespace. */
  readonly #waiting = new Map<string, Map<string, ObjectKey>>();
  #wake: (run: ObjectKey) => void = () => {};

  constructor(services: Cache<AgentService>, agents: Cache<Agent>, endpoints: AgentEndpoints) {
    this.#services = services;
    this.#agents = agents;
    this.#endpoints = endpoints;
  }

  /** Calls `wake` for each run that waits whenever a pod of its namespace may take a task; returns how to stop. */
  start(wake: (run: ObjectKey) => void): () => void {
    this.#wake = wake;
    const stops = [
      this.#endpoints.onChange((namespace) => this.#wakeWaiting(namespace)),
      this.#agents.onChange(({ before, after }) => this.#wakeWaiting((after ?? before)?.metadata.namespace)),
      this.#services.onChange(({ before, after }) =>
        this.#wakeWaiting((after ?? before)?.metadata.namespace),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#waiting.clear();
    };
  }

  /** The pods behind a service. */
  endpointsOf(service: AgentService): readonly AgentEndpoint[] {
    const { namespace = "" } = service.metadata;
    return this.#agents
      .byIndex(AGENT_NAMESPACE_INDEX, namespace)
      .filter((agent) => selectsAgent(service, agent))
      .flatMap((agent) => this.#endpoints.of(namespace, agent.metadata.name));
  }

  /** Chooses a pod for a task and counts it there; undefined where none can take it now: the run is woken later. */
  choose(run: ObjectKey, serviceName: string, taskID: string): AgentEndpoint | undefined {
    const service = this.#services.get({ namespace: run.namespace, name: serviceName });
    const candidates = service === undefined ? [] : this.endpointsOf(service);
    const chosen = chooseEndpoint(candidates, (podUID) => this.#tasks.get(podUID)?.size ?? 0);
    if (chosen === undefined) this.#wait(run);
    else this.hold(chosen.podUID, taskID);
    return chosen;
  }

  /** Counts a task on a pod, for one that was sent there before this process led. */
  hold(podUID: string, taskID: string): void {
    const tasks = this.#tasks.get(podUID);
    if (tasks === undefined) this.#tasks.set(podUID, new Set([taskID]));
    else tasks.add(taskID);
  }

  /** Counts a task no longer, and wakes a run that may take its place. */
  release(namespace: string | undefined, podUID: string, taskID: string): void {
    const tasks = this.#tasks.get(podUID);
    if (tasks?.delete(taskID) !== true) return;
    if (tasks.size === 0) this.#tasks.delete(podUID);
    this.#wakeWaiting(namespace, 1);
  }

  #wait(run: ObjectKey): void {
    const namespace = run.namespace ?? "";
    const waiting = this.#waiting.get(namespace) ?? new Map<string, ObjectKey>();
    this.#waiting.set(namespace, waiting);
    if (!waiting.has(keyText(run))) waiting.set(keyText(run), run);
  }

  /** Wakes in the order of waiting. One freed place wakes a few, since the first may wait for another service. */
  #wakeWaiting(namespace: string | undefined, places = Number.POSITIVE_INFINITY): void {
    const waiting = this.#waiting.get(namespace ?? "");
    if (waiting === undefined) return;
    let left = places === 1 ? WOKEN_A_PLACE : places;
    for (const [id, run] of waiting) {
      if (left-- <= 0) break;
      waiting.delete(id);
      this.#wake(run);
    }
    if (waiting.size === 0) this.#waiting.delete(namespace ?? "");
  }
}

/** How many waiting runs one freed place wakes. */
const WOKEN_A_PLACE = 8;
