import { isIP } from "node:net";
import { AGENT_PORT } from "../../../lib/api/network.ts";
import type { AgentEndpoint } from "../../ports/agent-endpoints.ts";
import { TaskError, TaskRefusal } from "../../ports/tasks.ts";
import type { TaskAddress } from "./http-tasks.ts";
import type { PodEndpoints } from "./pod-endpoints.ts";
import type { TaskTokens } from "./task-tokens.ts";

/** How a pod is reached, from its IP address. */
export type PodRoute = (endpoint: AgentEndpoint, ip: string) => Promise<Omit<TaskAddress, "token">>;

/** By the pod's own address. */
export const directRoute: PodRoute = async (_endpoint, ip) => ({
  baseURL: `http://${isIP(ip) === 6 ? `[${ip}]` : ip}:${AGENT_PORT}`,
});

/** Knows where trusted pods take tasks, and the token that they want. */
export class PodAddresses {
  readonly #endpoints: PodEndpoints;
  readonly #tokens: TaskTokens;
  readonly #route: PodRoute;

  constructor(endpoints: PodEndpoints, tokens: TaskTokens, route: PodRoute) {
    this.#endpoints = endpoints;
    this.#tokens = tokens;
    this.#route = route;
  }

  /** A pod's address; undefined where it is gone. Throws TaskError where it can't be reached yet. */
  async find({ podUID }: Pick<AgentEndpoint, "podUID">): Promise<TaskAddress | undefined> {
    const endpoint = this.#endpoints.find(podUID);
    if (endpoint === undefined) return undefined;
    const { namespace, agent, pod } = endpoint;
    const ip = this.#endpoints.addressOf(podUID);
    if (ip === undefined) throw new TaskError(TaskRefusal.unreachable, `pod ${pod} has no address yet`);
    const [token, route] = await this.#ask(pod, () =>
      Promise.all([this.#tokens.of(namespace, agent), this.#route(endpoint, ip)]),
    );
    if (token === undefined)
      throw new TaskError(TaskRefusal.unauthorized, `there is no task token for pod ${pod} yet`);
    return { ...route, token };
  }

  async #ask<T>(pod: string, what: () => Promise<T>): Promise<T> {
    try {
      return await what();
    } catch (error) {
      const message = `the API server does not say how to reach pod ${pod}`;
      throw new TaskError(TaskRefusal.unreachable, message, error);
    }
  }
}
