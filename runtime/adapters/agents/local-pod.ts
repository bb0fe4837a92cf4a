import type { Agent } from "../../../lib/api/agent.ts";
import type { AgentEndpoint } from "../../ports/agent-endpoints.ts";
import type { PodTasks } from "../../ports/tasks.ts";

/** An agent's server in this process, as whoever hosts it needs it. */
export type HostedServer = {
  /** Where it is probed. */
  readonly url: string;
  readonly tasks: PodTasks;
  /** Takes no more tasks, lets running ones end within the grace, and closes. May be called again; never fails. */
  close(graceMs: number): Promise<void>;
};

/** Which pod a hosted server has to be. */
export type PodIdentity = { readonly pod: string; readonly podUID: string; readonly token: string };

/** A pod of the standalone host: an agent server in this process, with a life like a pod's. */
export class LocalPod {
  readonly identity: PodIdentity;
  /** Tells pods of one spec from those of another. */
  readonly template: string;
  isReady = false;
  readonly #agent: Agent;
  #server: HostedServer | undefined;
  #stopGraceMs: number | undefined;

  constructor(identity: PodIdentity, agent: Agent, template: string) {
    this.identity = identity;
    this.#agent = agent;
    this.template = template;
  }

  /** Whether it is being taken down. */
  get isTerminating(): boolean {
    return this.#stopGraceMs !== undefined;
  }

  /** Undefined until it listens. */
  get tasks(): PodTasks | undefined {
    return this.#server?.tasks;
  }

  /** What others see of it; undefined until it listens. */
  get endpoint(): AgentEndpoint | undefined {
    if (this.#server === undefined) return undefined;
    const { metadata, spec } = this.#agent;
    return {
      namespace: metadata.namespace ?? "",
      agent: metadata.name,
      pod: this.identity.pod,
      podUID: this.identity.podUID,
      isReady: this.isReady && !this.isTerminating,
      isTerminating: this.isTerminating,
      maxConcurrentTasks: spec.maxConcurrentTasks,
    };
  }

  /** Gives it the server that has been started for it. */
  listensAt(server: HostedServer): void {
    this.#server = server;
    // It was taken down while it started: nobody has seen it, so nobody waits for its end.
    if (this.#stopGraceMs !== undefined) void server.close(0);
  }

  /** Takes it down: no new tasks, and the running ones may end within the grace. */
  async stop(graceMs: number): Promise<void> {
    this.#stopGraceMs = graceMs;
    await this.#server?.close(graceMs);
  }
}
