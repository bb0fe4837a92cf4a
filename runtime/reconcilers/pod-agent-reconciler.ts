import type { Agent } from "../../lib/api/agent.ts";
import { keyText, type ObjectKey } from "../../lib/api/object.ts";
import { AgentReason } from "../../lib/api/reason.ts";
import { type AgentProblem, agentProblem } from "../domain/agent/agent-problem.ts";
import { PROBE_FAILED, type UnhealthyVerdict } from "../domain/agent/parse-verdict.ts";
import { isPodTrouble } from "../domain/agent/pod-trouble.ts";
import type { ProviderSecret } from "../domain/agent/provider-secret.ts";
import type { AgentEndpoint, AgentEndpoints } from "../ports/agent-endpoints.ts";
import type { PodVerdicts } from "../ports/pod-verdicts.ts";
import { type Outcome, type Reconciler, settled } from "../ports/reconciler.ts";
import { isStoreError, StoreErrorReason } from "../ports/store-error.ts";
import { AgentReporter, type AgentReporterParts } from "./agent-reporter.ts";
import { type AgentWorkloads, CHECK_EVERY_MS } from "./agent-workloads.ts";

/** What hosting agents as pods stands on. */
export type PodAgentParts = AgentReporterParts & {
  readonly workloads: AgentWorkloads;
  readonly endpoints: AgentEndpoints;
  readonly verdicts: PodVerdicts;
  readonly image: string;
  /** Secrets of each agent's namespace to pull it with. */
  readonly pullSecrets?: readonly string[];
  /** Base address of the provider of agents that name none; absent: they have none. */
  readonly providerBaseURL: string | undefined;
  readonly modelOverride: string | undefined;
  /** Where an agent's key is. */
  readonly providerSecret: (agent: Agent) => ProviderSecret;
};

/** How soon a pod that has never been ready is asked again why. */
const ASK_AGAIN_MS = 5_000;
/** How soon what the API server has refused, or what is in the way, is tried again. */
const TRY_AGAIN_MS = 15_000;
/** Where neither the kubelet nor the pod says more. */
const UNEXPLAINED: UnhealthyVerdict = {
  reason: PROBE_FAILED,
  message: "the readiness probe of the kubelet fails, and the pod does not say why",
};

/** Has agents run as pods of Deployments, and reports how the pods are. */
export class PodAgentReconciler implements Reconciler {
  readonly #parts: PodAgentParts;
  readonly #reporter: AgentReporter;
  /** By key: the uid of the agent that was last seen there. */
  readonly #seen = new Map<string, string>();

  constructor(parts: PodAgentParts) {
    this.#parts = parts;
    this.#reporter = new AgentReporter(parts);
  }

  async reconcile(key: ObjectKey): Promise<Outcome> {
    const { agents, endpoints, clock } = this.#parts;
    const agent = agents.get(key);
    if (agent === undefined || agent.metadata.deletionTimestamp !== undefined) {
      // What was made for it carries an owner reference: the garbage collector takes it away.
      this.#forget(key);
      return settled;
    }
    this.#notice(key, agent.metadata.uid);
    const { ref, missing } = this.#parts.providerSecret(agent);
    const flaw = await this.#converge(agent, ref);
    const pods = endpoints.of(key.namespace ?? "", key.name);
    // Where some pods work, those that are lacking show in their number.
    const isServed = pods.some(({ isReady }) => isReady);
    const obstacle = flaw ?? (isServed ? undefined : this.#parts.workloads.obstacle(agent));
    const areAllHeard = await this.#hear(key, pods);
    await this.#reporter.report(agent, pods, agentProblem(agent.spec, missing) ?? obstacle);
    const soonMs = obstacle === undefined ? CHECK_EVERY_MS : TRY_AGAIN_MS;
    return { requeueAt: new Date(clock.now().getTime() + (areAllHeard ? soonMs : ASK_AGAIN_MS)) };
  }

  async #converge(agent: Agent, providerKey: ProviderSecret["ref"]): Promise<AgentProblem | undefined> {
    const { workloads, image, pullSecrets, providerBaseURL, modelOverride } = this.#parts;
    const baseURL = agent.spec.provider?.baseURL?.replace(/\/+$/, "") ?? providerBaseURL;
    if (baseURL === undefined) return providerNotSet;
    try {
      return await workloads.converge(agent, { image, pullSecrets, baseURL, modelOverride, providerKey });
    } catch (error) {
      const isRefused =
        isStoreError(error, StoreErrorReason.invalid) || isStoreError(error, StoreErrorReason.forbidden);
      if (!isRefused) throw error;
      // A quota or a policy of the namespace: whoever owns it has to know, and it may be lifted at any time.
      return { reason: AgentReason.podsRefused, message: `the API server refuses: ${error.message}` };
    }
  }

  /** Asks pods whose readiness is another than was last reported; false where one has yet to say why. */
  async #hear(key: ObjectKey, pods: readonly AgentEndpoint[]): Promise<boolean> {
    const staying = pods.filter((pod) => !pod.isTerminating);
    const heard = await Promise.all(staying.map((pod) => this.#hearOne(key, pod)));
    return heard.every(Boolean);
  }

  async #hearOne(key: ObjectKey, pod: AgentEndpoint): Promise<boolean> {
    const before = this.#reporter.latest(key, pod.pod);
    const wasReady = before?.verdict === "Healthy";
    if (pod.isReady) return wasReady || this.#take(key, pod, undefined);
    const { trouble } = pod;
    // The same trouble is told once, whatever the cluster adds to it from time to time.
    if (trouble !== undefined) return before?.reason === trouble.reason || this.#take(key, pod, trouble);
    // What it has said itself holds until it is ready; a trouble that is over makes room for what comes next.
    if (before !== undefined && !wasReady && !isPodTrouble(before.reason)) return true;
    const why = await this.#parts.verdicts.whyUnhealthy(pod);
    if (why !== undefined) return this.#take(key, pod, why);
    // One that has never been ready may still be starting.
    return wasReady && this.#take(key, pod, UNEXPLAINED);
  }

  #take(agent: ObjectKey, { pod, isReady }: AgentEndpoint, why: UnhealthyVerdict | undefined): true {
    const at = this.#parts.clock.now().toISOString();
    const verdict = { at, verdict: isReady ? ("Healthy" as const) : ("Unhealthy" as const), ...why };
    this.#reporter.take({ agent, pod, isReady, verdict });
    return true;
  }

  #notice(key: ObjectKey, uid: string): void {
    const before = this.#seen.get(keyText(key));
    if (before !== undefined && before !== uid) this.#forget(key);
    this.#seen.set(keyText(key), uid);
  }

  #forget(key: ObjectKey): void {
    this.#reporter.forget(key);
    const uid = this.#seen.get(keyText(key));
    if (uid !== undefined) this.#parts.workloads.forget(uid);
    this.#seen.delete(keyText(key));
  }
}

const providerNotSet: AgentProblem = {
  reason: AgentReason.providerNotSet,
  message: "spec.provider.baseURL is not set, and neither is the operator's OPENAI_BASE_URL",
};
