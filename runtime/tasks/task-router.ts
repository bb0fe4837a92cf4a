import type { Agent } from "../../lib/api/agent.ts";
import type { AgentService } from "../../lib/api/agent-service.ts";
import type { ObjectKey } from "../../lib/api/object.ts";
import { chooseEndpoint, selectsAgent } from "../domain/routing/choose-endpoint.ts";
import { freePlaces } from "../domain/routing/free-places.ts";
import type { AgentEndpoint, AgentEndpoints } from "../ports/agent-endpoints.ts";
import type { Cache } from "../ports/cache.ts";
import { WaitingRuns } from "./waiting-runs.ts";

/** Name of the index of agents by namespace. */
export const AGENT_NAMESPACE_INDEX = "namespace";

/**
 * Routes tasks to pods: the least busy ready one of the Agents that a service selects. Counts the tasks that this
 * process has in flight. Runs that find no place wait in a line a service: each place that becomes free wakes the
 * first one, and is kept for it.
 */
export class TaskRouter {
  readonly #services: Cache<AgentService>;
  readonly #agents: Cache<Agent>;
  readonly #endpoints: AgentEndpoints;
  /** By pod uid: the tasks in flight. */
  readonly #tasks = new Map<string, Set<string>>();
  readonly #waiting = new WaitingRuns();
  #wake: (run: ObjectKey) => void = () => {};

  constructor(services: Cache<AgentService>, agents: Cache<Agent>, endpoints: AgentEndpoints) {
    this.#services = services;
    this.#agents = agents;
    this.#endpoints = endpoints;
  }

  /** Calls `wake` for each run that waits once a pod may take a task of it; returns how to stop. */
  start(wake: (run: ObjectKey) => void): () => void {
    this.#wake = wake;
    const stops = [
      this.#endpoints.onChange((namespace) => this.#serveAll(namespace)),
      this.#agents.onChange(({ before, after }) => this.#serveAll((after ?? before)?.metadata.namespace)),
      this.#services.onChange(({ before, after }) => this.#serveAll((after ?? before)?.metadata.namespace)),
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

  /** Looks at a run. A place for which it was woken and that it does not take goes to the next in the line. */
  async turn<T>(run: ObjectKey, work: () => Promise<T>): Promise<T> {
    const woken = this.#waiting.wokenFor(run);
    try {
      return await work();
    } finally {
      for (const line of this.#waiting.giveUp(woken)) this.#serve(line);
    }
  }

  /** Chooses a pod for a task and counts it there; undefined where none can take it now: the run is woken later. */
  choose(run: ObjectKey, serviceName: string, taskID: string): AgentEndpoint | undefined {
    const line = lineOf(run.namespace, serviceName);
    const candidates = this.#candidates(line);
    // Places are kept for those who were woken for them: whoever comes later does not overtake.
    const isTurn = freePlaces(candidates, this.#inFlight) > this.#waiting.wokenBefore(line, run);
    const chosen = isTurn ? chooseEndpoint(candidates, this.#inFlight) : undefined;
    if (chosen === undefined) {
      this.#waiting.wait(line, run);
      return undefined;
    }
    this.#waiting.leave(line, run);
    this.hold(chosen.podUID, taskID);
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
    this.#serveAll(namespace);
  }

  readonly #inFlight = (podUID: string) => this.#tasks.get(podUID)?.size ?? 0;

  #candidates(line: string): readonly AgentEndpoint[] {
    const service = this.#services.get(keyOfLine(line));
    return service === undefined ? [] : this.endpointsOf(service);
  }

  /** Several services may share a pod, so a place that is free is offered in all lines of the namespace. */
  #serveAll(namespace: string | undefined): void {
    for (const line of this.#waiting.lines) {
      if (line.startsWith(lineOf(namespace, ""))) this.#serve(line);
    }
  }

  #serve(line: string): void {
    const places = freePlaces(this.#candidates(line), this.#inFlight);
    for (const run of this.#waiting.wake(line, places)) this.#wake(run);
  }
}

/** No name holds a slash. */
function lineOf(namespace: string | undefined, service: string): string {
  return `${namespace ?? ""}/${service}`;
}

function keyOfLine(line: string): ObjectKey {
  const [namespace, name = ""] = line.split("/");
  return { namespace, name };
}
