import type { Agent } from "../../lib/api/agent.ts";
import type { ObjectKey } from "../../lib/api/object.ts";
import { agentProblem } from "../domain/agent/agent-problem.ts";
import type { AgentEndpoints } from "../ports/agent-endpoints.ts";
import type { AgentHost, PodReport, ProviderSettings } from "../ports/agent-host.ts";
import type { Cache } from "../ports/cache.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import { type Outcome, type Reconciler, settled } from "../ports/reconciler.ts";
import type { Recorder } from "../ports/recorder.ts";
import type { Store } from "../ports/store.ts";
import { AgentReporter } from "./agent-reporter.ts";

/** How an agent reaches its provider, or what is missing. */
export type ProviderLookup = { readonly settings: ProviderSettings; readonly missing?: string | undefined };

/** What hosting agents in this process stands on. */
export type LocalAgentParts = {
  readonly store: Store;
  readonly agents: Cache<Agent>;
  readonly host: AgentHost;
  readonly endpoints: AgentEndpoints;
  readonly provider: (agent: Agent) => ProviderLookup;
  readonly recorder: Recorder;
  readonly logger: Logger;
  readonly clock: Clock;
};

/** Hosts agents in this process, and reports how their pods are. */
export class LocalAgentReconciler implements Reconciler {
  readonly #parts: LocalAgentParts;
  readonly #reporter: AgentReporter;

  constructor(parts: LocalAgentParts) {
    this.#parts = parts;
    this.#reporter = new AgentReporter(parts);
  }

  async reconcile(key: ObjectKey): Promise<Outcome> {
    const { agents, host, endpoints, provider } = this.#parts;
    const agent = agents.get(key);
    if (agent === undefined || agent.metadata.deletionTimestamp !== undefined) {
      host.remove(key);
      this.#reporter.forget(key);
      return settled;
    }
    const { settings, missing } = provider(agent);
    host.apply(agent, settings);
    const pods = endpoints.of(key.namespace ?? "", key.name);
    await this.#reporter.report(agent, pods, agentProblem(agent.spec, missing));
    return settled;
  }

  /** Takes in what a probe found. The caller queues the agent. */
  take(report: PodReport): void {
    this.#reporter.take(report);
  }
}
