import type { Agent } from "../../../lib/api/agent.ts";
import { MAX_TIMEOUT_SECONDS } from "../../../lib/api/agent-team.ts";
import { planPods } from "../../domain/agent/plan-pods.ts";
import { probeFields } from "../../domain/agent/probe-fields.ts";
import type { ProviderSettings } from "../../ports/agent-host.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Random } from "../../ports/random.ts";
import type { Timer, Timers } from "../../ports/timers.ts";
import { type HostedServer, LocalPod, type PodIdentity } from "./local-pod.ts";
import { podName } from "./pod-name.ts";
import type { Prober, ProbeVerdict } from "./prober.ts";

/** Starts an agent's server on a free loopback port. */
export type ServeAgent = (
  identity: PodIdentity,
  agent: Agent,
  provider: ProviderSettings,
) => Promise<HostedServer>;

/** What a workload stands on, and whom it tells. */
export type WorkloadPorts = {
  readonly serve: ServeAgent;
  readonly prober: Prober;
  readonly timers: Timers;
  readonly random: Random;
  readonly logger: Logger;
  /** The pods have changed, or the readiness of one. */
  readonly onChange: () => void;
  readonly onVerdict: (pod: LocalPod, isReady: boolean, verdict: ProbeVerdict) => void;
};

type Desired = { readonly agent: Agent; readonly provider: ProviderSettings; readonly template: string };

/** How long a pod that is taken down may work on: as long as the longest step. */
const DRAIN_GRACE_MS = MAX_TIMEOUT_SECONDS * 1_000;
const TOKEN_BYTES = 32;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/** The pods of one agent, kept as its spec wants them. */
export class LocalWorkload {
  readonly #ports: WorkloadPorts;
  #desired: Desired | undefined;
  #pods: LocalPod[] = [];
  #retryMs = FIRST_RETRY_MS;
  #retry: Timer | undefined;

  constructor(ports: WorkloadPorts) {
    this.#ports = ports;
  }

  /** Its pods, oldest first, with those that are being taken down. */
  get pods(): readonly LocalPod[] {
    return this.#pods;
  }

  /** Whether nothing is wanted and nothing is left. */
  get isGone(): boolean {
    return this.#desired === undefined && this.#pods.length === 0;
  }

  /** Makes the pods match the agent. A changed spec rolls them; the number of replicas alone does not. */
  apply(agent: Agent, provider: ProviderSettings): void {
    this.#desired = { agent, provider, template: templateOf(agent, provider) };
    this.#converge();
  }

  /** Takes all pods down; they may work on as on a change of the spec. */
  remove(): void {
    this.#desired = undefined;
    this.#retry?.cancel();
    this.#retry = undefined;
    this.#converge();
  }

  /** Takes all pods down within a grace and waits for it. */
  async stop(graceMs: number): Promise<void> {
    this.remove();
    await Promise.all(this.#pods.map((pod) => pod.stop(graceMs)));
  }

  #converge(): void {
    const desired = this.#desired;
    const living = this.#pods.filter((pod) => !pod.isTerminating);
    const shown = living.map((pod) => ({
      pod,
      isReady: pod.isReady,
      isCurrent: pod.template === desired?.template,
    }));
    const { start, stop } = planPods(shown, desired?.agent.spec.replicas ?? 0);
    // Starts come first: taking down tells listeners, and one that applies again would find this plan undone.
    const isStarting = desired !== undefined && this.#retry === undefined;
    if (isStarting) for (let i = 0; i < start; i++) void this.#start(desired);
    for (const pod of stop) void this.#takeDown(pod);
  }

  async #start({ agent, provider, template }: Desired): Promise<void> {
    const { serve, prober, logger } = this.#ports;
    const pod = new LocalPod(this.#newIdentity(agent.metadata.name), agent, template);
    const { podUID, token } = pod.identity;
    this.#pods.push(pod);
    let server: HostedServer;
    try {
      server = await serve(pod.identity, agent, provider);
    } catch (error) {
      logger.error("agent pod did not start", { agent: agent.metadata.name, error: error as Error });
      this.#forget(pod);
      this.#retryLater();
      return;
    }
    this.#retryMs = FIRST_RETRY_MS;
    pod.listensAt(server);
    if (pod.isTerminating) return;
    prober.watch(
      { podUID, token, url: server.url, probes: probeFields(agent) },
      {
        readinessChanged: (isReady) => this.#becomeReady(pod, isReady),
        verdictChanged: (isReady, verdict) => this.#ports.onVerdict(pod, isReady, verdict),
      },
    );
    this.#ports.onChange();
  }

  #becomeReady(pod: LocalPod, isReady: boolean): void {
    pod.isReady = isReady;
    this.#ports.onChange();
    this.#converge();
  }

  async #takeDown(pod: LocalPod): Promise<void> {
    this.#ports.prober.forget(pod.identity.podUID);
    const stopped = pod.stop(DRAIN_GRACE_MS);
    this.#ports.onChange();
    await stopped;
    this.#forget(pod);
    this.#ports.onChange();
  }

  #forget(pod: LocalPod): void {
    this.#pods = this.#pods.filter((other) => other !== pod);
  }

  #retryLater(): void {
    if (this.#retry !== undefined || this.#desired === undefined) return;
    const jitter = 1 + this.#ports.random.fraction();
    this.#retry = this.#ports.timers.after(this.#retryMs * jitter, () => {
      this.#retry = undefined;
      this.#converge();
    });
    this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS);
  }

  /** A new pod is never taken for an old one: its uid is new, and so is its token. */
  #newIdentity(agent: string): PodIdentity {
    const { random } = this.#ports;
    const taken = new Set(this.#pods.map(({ identity }) => identity.pod));
    let pod = podName(agent, random);
    while (taken.has(pod)) pod = podName(agent, random);
    return {
      pod,
      podUID: random.uuid(),
      token: Buffer.from(random.bytes(TOKEN_BYTES)).toString("base64url"),
    };
  }
}

/** What a pod is made from: all of the agent but the number of its replicas, in any order of keys. */
function templateOf({ metadata, spec }: Agent, { baseURL }: ProviderSettings): string {
  const { replicas: _, ...rest } = spec;
  return JSON.stringify({ uid: metadata.uid, baseURL, rest }, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
