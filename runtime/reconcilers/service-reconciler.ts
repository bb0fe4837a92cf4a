import { isDeepStrictEqual } from "node:util";
import type { Agent } from "../../lib/api/agent.ts";
import { type AgentService, AgentServiceResource } from "../../lib/api/agent-service.ts";
import type { ObjectKey } from "../../lib/api/object.ts";
import { selectsAgent } from "../domain/routing/choose-endpoint.ts";
import { planServiceStatus } from "../domain/routing/plan-service-status.ts";
import type { Cache } from "../ports/cache.ts";
import type { Clock } from "../ports/clock.ts";
import { type Outcome, type Reconciler, settled } from "../ports/reconciler.ts";
import type { Store } from "../ports/store.ts";
import { AGENT_NAMESPACE_INDEX, type TaskRouter } from "../tasks/task-router.ts";

/** Reports how many pods an AgentService routes to. The leader alone runs it. */
export class ServiceReconciler implements Reconciler {
  readonly #store: Store;
  readonly #services: Cache<AgentService>;
  readonly #agents: Cache<Agent>;
  readonly #router: TaskRouter;
  readonly #clock: Clock;

  constructor(parts: {
    readonly store: Store;
    readonly services: Cache<AgentService>;
    readonly agents: Cache<Agent>;
    readonly router: TaskRouter;
    readonly clock: Clock;
  }) {
    this.#store = parts.store;
    this.#services = parts.services;
    this.#agents = parts.agents;
    this.#router = parts.router;
    this.#clock = parts.clock;
  }

  async reconcile(key: ObjectKey): Promise<Outcome> {
    const service = this.#services.get(key);
    if (service === undefined || service.metadata.deletionTimestamp !== undefined) return settled;
    const agents = this.#agents
      .byIndex(AGENT_NAMESPACE_INDEX, key.namespace ?? "")
      .filter((agent) => selectsAgent(service, agent)).length;
    const endpoints = this.#router.endpointsOf(service);
    const status = planServiceStatus({ service, agents, endpoints }, this.#clock.now());
    if (!isDeepStrictEqual(status, service.status)) {
      this.#services.remember(await this.#store.replaceStatus(AgentServiceResource, { ...service, status }));
    }
    return settled;
  }
}
