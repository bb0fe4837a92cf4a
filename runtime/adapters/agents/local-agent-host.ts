import type { Agent } from "../../../lib/api/agent.ts";
import { keyOf, keyText, type ObjectKey } from "../../../lib/api/object.ts";
import type { AgentEndpoint, AgentEndpoints } from "../../ports/agent-endpoints.ts";
import type { AgentHost, PodReport, ProviderSettings } from "../../ports/agent-host.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Random } from "../../ports/random.ts";
import type { PodTasks } from "../../ports/tasks.ts";
import type { Timers } from "../../ports/timers.ts";
import type { LocalPod } from "./local-pod.ts";
import { LocalWorkload, type ServeAgent } from "./local-workload.ts";
import { Prober } from "./prober.ts";

/** What the host stands on, and whom it tells. */
export type HostPorts = {
  readonly serve: ServeAgent;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly logger: Logger;
  readonly onReport: (report: PodReport) => void;
};

/**
 * Runs agents in this process, as a Deployment and a kubelet would: replicas on loopback ports with pod names
 * and uids, rolled on a change, drained when they go, probed over real HTTP.
 */
export class LocalAgentHost implements AgentEndpoints, AgentHost {
  readonly #ports: HostPorts;
  readonly #prober: Prober;
  readonly #workloads = new Map<string, LocalWorkload>();
  readonly #listeners = new Set<(namespace: string, agent: string) => void>();
  #isStopped = false;

  constructor(ports: HostPorts) {
    this.#ports = ports;
    this.#prober = new Prober(ports);
  }

  /** Makes an agent's pods match its spec, sooner or later; what fails is tried again. */
  apply(agent: Agent, provider: ProviderSettings): void {
    if (this.#isStopped) return;
    const key = keyOf(agent);
    let workload = this.#workloads.get(keyText(key));
    if (workload === undefined) {
      workload = this.#newWorkload(key);
      this.#workloads.set(keyText(key), workload);
    }
    workload.apply(agent, provider);
  }

  /** Takes an agent's pods down; tasks that run on them may end. */
  remove(key: ObjectKey): void {
    this.#workloads.get(keyText(key))?.remove();
    this.#dropIfGone(key);
  }

  /** Takes everything down within a grace, and waits for it. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#workloads.values()].map((workload) => workload.stop(graceMs)));
    await this.#prober.stop();
  }

  of(namespace: string, agent: string): readonly AgentEndpoint[] {
    const pods = this.#workloads.get(keyText({ namespace, name: agent }))?.pods ?? [];
    return pods.flatMap((pod) => pod.endpoint ?? []);
  }

  find(podUID: string): AgentEndpoint | undefined {
    return this.#pod(podUID)?.endpoint;
  }

  isGone(podUID: string): boolean {
    return this.find(podUID) === undefined;
  }

  onChange(listener: (namespace: string, agent: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The tasks of a pod; undefined where it is gone. */
  tasksOf({ podUID }: Pick<AgentEndpoint, "podUID">): PodTasks | undefined {
    return this.#pod(podUID)?.tasks;
  }

  #pod(podUID: string): LocalPod | undefined {
    for (const { pods } of this.#workloads.values()) {
      const found = pods.find(({ identity }) => identity.podUID === podUID);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #newWorkload(key: ObjectKey): LocalWorkload {
    const { serve, timers, random, logger, onReport } = this.#ports;
    return new LocalWorkload({
      serve,
      timers,
      random,
      logger,
      prober: this.#prober,
      onChange: () => this.#tell(key),
      onVerdict: ({ identity: { pod } }, isReady, verdict) => onReport({ agent: key, pod, isReady, verdict }),
    });
  }

  #tell(key: ObjectKey): void {
    this.#dropIfGone(key);
    for (const listener of [...this.#listeners]) listener(key.namespace ?? "", key.name);
  }

  #dropIfGone(key: ObjectKey): void {
    if (this.#workloads.get(keyText(key))?.isGone) this.#workloads.delete(keyText(key));
  }
}
