import { isDeepStrictEqual } from "node:util";
import { type Agent, AgentResource, type PodProbe } from "../../lib/api/agent.ts";
import { keyOf, keyText, type ObjectKey } from "../../lib/api/object.ts";
import { RecordReason } from "../../lib/api/reason.ts";
import type { AgentProblem } from "../domain/agent/agent-problem.ts";
import { planAgentStatus } from "../domain/agent/plan-agent-status.ts";
import { isPodTrouble } from "../domain/agent/pod-trouble.ts";
import type { AgentEndpoint } from "../ports/agent-endpoints.ts";
import type { PodReport } from "../ports/agent-host.ts";
import type { Cache } from "../ports/cache.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Recorder } from "../ports/recorder.ts";
import type { Store } from "../ports/store.ts";

/** What reporting on agents stands on. */
export type AgentReporterParts = {
  readonly store: Store;
  readonly agents: Cache<Agent>;
  readonly recorder: Recorder;
  readonly logger: Logger;
  readonly clock: Clock;
};

/** Tells how agents' pods are, wherever they run: in the log, in Events, and in the Agents' status. */
export class AgentReporter {
  readonly #parts: AgentReporterParts;
  /** By agent and pod: the latest report of each pod. */
  readonly #reports = new Map<string, Map<string, PodProbe>>();

  constructor(parts: AgentReporterParts) {
    this.#parts = parts;
  }

  /** The latest report of a pod, also one that an earlier leader has written down. */
  latest(key: ObjectKey, pod: string): PodProbe | undefined {
    const written = this.#parts.agents.get(key)?.status?.lastProbe;
    return this.#reports.get(keyText(key))?.get(pod) ?? written?.find((probe) => probe.pod === pod);
  }

  /** Takes in a change of a pod's readiness, or its first probe. The caller has the agent reported. */
  take({ agent: key, pod, isReady, verdict }: PodReport): void {
    const { agents, recorder, logger } = this.#parts;
    const before = this.latest(key, pod);
    const reports = this.#reports.get(keyText(key)) ?? new Map<string, PodProbe>();
    this.#reports.set(keyText(key), reports.set(pod, { pod, ...verdict }));
    const { reason, message } = verdict;
    const facts = { agent: keyText(key), pod, reason };
    if (isReady) logger.info("pod ready", facts);
    else logger.warn("pod not ready", { ...facts, detail: message });
    const about = agents.get(key);
    if (about?.spec.livenessProbe.type !== "semantic" || (isReady && before === undefined)) return;
    // A pod that did not run has answered nothing, neither wrongly nor well; the kubelet's own Events tell of it.
    if (isPodTrouble(isReady ? before?.reason : reason)) return;
    recorder.record({
      about,
      type: isReady ? "Normal" : "Warning",
      reason: isReady ? RecordReason.semanticCheckRecovered : RecordReason.semanticCheckFailed,
      message: isReady
        ? `pod ${pod} answers sensibly again and gets tasks`
        : `pod ${pod} gets no tasks: ${reason ?? ""}: ${message ?? ""}`,
    });
  }

  /** Writes an agent's status where it has changed. Throws StoreError. */
  async report(
    agent: Agent,
    pods: readonly AgentEndpoint[],
    problem: AgentProblem | undefined,
  ): Promise<void> {
    const { store, agents, clock } = this.#parts;
    const key = keyOf(agent);
    const probes = [...(this.#reports.get(keyText(key))?.values() ?? [])];
    const status = planAgentStatus({ agent, pods, probes, problem }, clock.now());
    if (!isDeepStrictEqual(status, agent.status)) {
      agents.remember(await store.replaceStatus(AgentResource, { ...agent, status }));
    }
    this.#keepOnly(key, new Set(pods.map(({ pod }) => pod)));
  }

  /** Forgets an agent that is gone. */
  forget(key: ObjectKey): void {
    this.#reports.delete(keyText(key));
  }

  #keepOnly(key: ObjectKey, present: ReadonlySet<string>): void {
    const reports = this.#reports.get(keyText(key));
    for (const pod of [...(reports?.keys() ?? [])]) if (!present.has(pod)) reports?.delete(pod);
  }
}
