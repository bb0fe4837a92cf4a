import type { Agent } from "../../../lib/api/agent.ts";
import { agentWorkloadName } from "../../../lib/api/agent-pod.ts";
import type { Deployment, Pod } from "../../../lib/api/workload-types.ts";
import { type ObservedPod, observePod } from "../../domain/agent/observe-pod.ts";
import { isControlledBy } from "../../domain/agent/spec-hash.ts";
import type { AgentEndpoint, AgentEndpoints } from "../../ports/agent-endpoints.ts";
import type { Cache } from "../../ports/cache.ts";
import { PodOwners, type PodOwnersPorts } from "./pod-owners.ts";

/** The caches from which endpoints are seen. */
export type PodCaches = {
  readonly agents: Cache<Agent>;
  readonly deployments: Cache<Deployment>;
  readonly pods: Cache<Pod>;
};

/** A pod that has been found to be an agent's. */
type Trusted = { readonly agentUID: string };

/**
 * The pods of agents, from the watches of pods, Deployments and Agents. Labels can be put on any pod, so one counts
 * only where its ReplicaSet's Deployment is controlled by the Agent (design §4). Once found to be the agent's, a pod
 * stays so until it is gone: what it works on may end though its Deployment is no more.
 */
export class PodEndpoints implements AgentEndpoints {
  readonly #caches: PodCaches;
  readonly #owners: PodOwners;
  /** By pod uid: those that are there. */
  readonly #present = new Map<string, ObservedPod>();
  /** By `namespace/agent`: uids of the pods that carry its label. */
  readonly #labelled = new Map<string, Set<string>>();
  readonly #trusted = new Map<string, Trusted>();
  readonly #listeners = new Set<(namespace: string, agent: string) => void>();
  readonly #stops: readonly (() => void)[];

  constructor(caches: PodCaches, ports: PodOwnersPorts) {
    this.#caches = caches;
    this.#owners = new PodOwners(ports);
    this.#stops = [
      caches.pods.onChange(({ before, after }) => {
        const [was, is] = [before && observePod(before), after && observePod(after)];
        if (was !== undefined && was.podUID !== is?.podUID) this.#drop(was);
        else if (was !== undefined && was.agent !== is?.agent) this.#unlabel(was);
        if (is !== undefined) this.#take(is);
      }),
      caches.deployments.onChange(({ before, after }) => {
        const { namespace = "", labels = {} } = (after ?? before)?.metadata ?? {};
        this.#lookAgain(namespace, Object.values(labels));
      }),
      caches.agents.onChange(({ before, after }) => {
        const { namespace = "", name = "" } = (after ?? before)?.metadata ?? {};
        this.#lookAgain(namespace, [name]);
      }),
    ];
  }

  /** Hears no more of changes. */
  stop(): void {
    for (const stop of this.#stops) stop();
    this.#owners.stop();
  }

  of(namespace: string, agent: string): readonly AgentEndpoint[] {
    const agentUID = this.#caches.agents.get({ namespace, name: agent })?.metadata.uid;
    return [...(this.#labelled.get(keyOfAgent(namespace, agent)) ?? [])].flatMap((uid) => {
      const isOwn = agentUID !== undefined && this.#trusted.get(uid)?.agentUID === agentUID;
      return isOwn ? (this.find(uid) ?? []) : [];
    });
  }

  find(podUID: string): AgentEndpoint | undefined {
    const pod = this.#present.get(podUID);
    const trusted = this.#trusted.get(podUID);
    if (pod === undefined || trusted === undefined || pod.isOver) return undefined;
    const { namespace, agent, pod: name, maxConcurrentTasks, trouble } = pod;
    const isOrphan = this.#caches.agents.get({ namespace, name: agent })?.metadata.uid !== trusted.agentUID;
    return {
      namespace,
      agent,
      pod: name,
      podUID,
      isReady: pod.isReady && !isOrphan,
      isTerminating: pod.isTerminating || isOrphan,
      maxConcurrentTasks,
      ...(trouble && { trouble }),
    };
  }

  isGone(podUID: string): boolean {
    const pod = this.#present.get(podUID);
    if (pod === undefined || pod.isOver) return true;
    const isBeingRead = pod.replicaSet !== undefined && this.#owners.isReading(pod.replicaSet);
    return !this.#trusted.has(podUID) && !isBeingRead;
  }

  onChange(listener: (namespace: string, agent: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A trusted pod's IP address; undefined where it has none, or is gone. */
  addressOf(podUID: string): string | undefined {
    return this.#trusted.has(podUID) ? this.#present.get(podUID)?.address : undefined;
  }

  #take(pod: ObservedPod): void {
    const { podUID, namespace, agent } = pod;
    this.#present.set(podUID, pod);
    const key = keyOfAgent(namespace, agent);
    this.#labelled.set(key, (this.#labelled.get(key) ?? new Set()).add(podUID));
    this.#judge(pod);
    this.#tell(namespace, agent);
  }

  #drop(pod: ObservedPod): void {
    this.#present.delete(pod.podUID);
    this.#trusted.delete(pod.podUID);
    this.#unlabel(pod);
  }

  #unlabel({ podUID, namespace, agent }: ObservedPod): void {
    const key = keyOfAgent(namespace, agent);
    const labelled = this.#labelled.get(key);
    labelled?.delete(podUID);
    if (labelled?.size === 0) this.#labelled.delete(key);
    this.#tell(namespace, agent);
  }

  #lookAgain(namespace: string, agents: readonly string[]): void {
    for (const agent of agents) {
      for (const uid of this.#labelled.get(keyOfAgent(namespace, agent)) ?? []) {
        const pod = this.#present.get(uid);
        if (pod !== undefined) this.#judge(pod);
      }
      this.#tell(namespace, agent);
    }
  }

  /** Pod, ReplicaSet, Deployment, Agent: each link by the uid of the next. What is missing may still come. */
  #judge(pod: ObservedPod): void {
    const { podUID, namespace, agent: name, replicaSet } = pod;
    if (this.#trusted.has(podUID) || replicaSet === undefined) return;
    const agent = this.#caches.agents.get({ namespace, name });
    const deployment = this.#caches.deployments.get({ namespace, name: agentWorkloadName(name) });
    if (agent === undefined || deployment === undefined) return;
    if (!isControlledBy(deployment, agent.metadata.uid)) return;
    const { uid, resourceVersion } = deployment.metadata;
    if (this.#owners.deploymentOf(replicaSet) === uid)
      this.#trusted.set(podUID, { agentUID: agent.metadata.uid });
    else this.#owners.find(namespace, replicaSet, resourceVersion, () => this.#lookAgain(namespace, [name]));
  }

  #tell(namespace: string, agent: string): void {
    for (const listener of [...this.#listeners]) listener(namespace, agent);
  }
}

/** No name holds a slash. */
function keyOfAgent(namespace: string, agent: string): string {
  return `${namespace}/${agent}`;
}
