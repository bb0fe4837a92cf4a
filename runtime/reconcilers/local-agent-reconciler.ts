import { isDeepStrictEqual } from "node:util";
import { type Agent, AgentResource, type PodProbe } from "../../lib/api/agent.ts";
import { keyText, type ObjectKey } from "../../lib/api/object.ts";
import { RecordReason } from "../../lib/api/reason.ts";
import { agentProblem } from "../domain/agent/agent-problem.ts";
import { planAgentStatus } from "../domain/agent/plan-agent-status.ts";
import type { AgentEndpoints } from "../ports/agent-endpoints.ts";
import type { AgentHost, PodReport, ProviderSettings } from "../ports/agent-host.ts";
import type { Cache } from "../ports/cache.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import { type Outcome, type Reconciler, settled } from "../ports/reconciler.ts";
import type { Recorder } from "../ports/recorder.ts";
import type { Store } from "../ports/store.ts";

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
  /** By agent and pod: the latest report of each pod. */
  readonly #reports = new Map<string, Map<string, PodProbe>>();

  constructor(parts: LocalAgentParts) {
    this.#parts = parts;
  }

  async reconcile(key: ObjectKey): Promise<Outcome> {
    const { store, agents, host, endpoints, provider, clock } = this.#parts;
    const agent = agents.get(key);
    if (agent === undefined || agent.metadata.deletionTimestamp !== undefined) {
      host.remove(key);
      this.#reports.delete(keyText(key));
      return settled;
    }
    const { settings, missing } = provider(agent);
    host.apply(agent, settings);
    const pods = endpoints.of(key.namespace ?? "", key.name);
    const probes = [...(this.#reports.get(keyText(key))?.values() ?? [])];
    const problem = agentProblem(agent.spec, missing);
    const status = planAgentStatus({ agent, pods, probes, problem }, clock.now());
    if (!isDeepStrictEqual(status, agent.status)) {
      agents.remember(await store.replaceStatus(AgentResource, { ...agent, status }));
    }
    this.#forgetGone(key, new Set(pods.map(({ pod }) => pod)));
    return settled;
  }

  /** Takes in what a probe found. The caller queues the agent. */
  take({ agent: key, pod, isReady, verdict }: PodReport): void {
    const { agents, recorder, logger } = this.#parts;
    const reports = this.#reports.get(keyText(key)) ?? new Map<string, PodProbe>();
    const before = reports.get(pod);
    this.#reports.set(keyText(key), reports.set(pod, { pod, ...verdict }));
    const { reason, message } = verdict;
    const facts = { agent: keyText(key), pod, reason };
    if (isReady) logger.info("pod ready", facts);
    else logger.warn("pod not ready", { ...facts, detail: message });
    const about = agents.get(key);
    if (about?.spec.livenessProbe.type !== "semantic" || (isReady && before === undefined)) return;
    recorder.record({
      about,
      type: isReady ? "Normal" : "Warning",
      reason: isReady ? RecordReason.semanticCheckRecovered : RecordReason.semanticCheckFailed,
      message: isReady
        ? `pod ${pod} answers sensibly again and gets tasks`
        : `pod ${pod} gets no tasks: ${reason ?? ""}: ${message ?? ""}`,
    });
  }

  #forgetGone(key: ObjectKey, present: ReadonlySet<string>): void {
    const reports = this.#reports.get(keyText(key));
    for (const pod of [...(reports?.keys() ?? [])]) if (!present.has(pod)) reports?.delete(pod);
  }
}
