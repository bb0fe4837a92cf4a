import type { AgentEndpoint, AgentEndpoints } from "../../../runtime/ports/agent-endpoints.ts";

/** Pods that a test makes, changes and takes away. */
export class MovableEndpoints implements AgentEndpoints {
  /** Pods that are there and whose owner is being found out. */
  readonly unproven = new Set<string>();
  readonly #pods = new Map<string, AgentEndpoint>();
  readonly #listeners = new Set<(namespace: string, agent: string) => void>();

  of(namespace: string, agent: string): readonly AgentEndpoint[] {
    return [...this.#pods.values()].filter((pod) => pod.namespace === namespace && pod.agent === agent);
  }

  find(podUID: string): AgentEndpoint | undefined {
    return this.#pods.get(podUID);
  }

  isGone(podUID: string): boolean {
    return this.find(podUID) === undefined && !this.unproven.has(podUID);
  }

  onChange(listener: (namespace: string, agent: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Adds a pod, or puts another in the place of the one with its uid. */
  set(pod: AgentEndpoint): void {
    this.#pods.set(pod.podUID, pod);
    this.#tell(pod);
  }

  /** Changes some of what is known of a pod. */
  change(podUID: string, parts: Partial<AgentEndpoint>): void {
    const pod = this.#pods.get(podUID);
    if (pod === undefined) throw new Error(`there is no pod ${podUID}`);
    this.set({ ...pod, ...parts });
  }

  remove(podUID: string): void {
    const pod = this.#pods.get(podUID);
    this.#pods.delete(podUID);
    if (pod !== undefined) this.#tell(pod);
  }

  #tell({ namespace, agent }: AgentEndpoint): void {
    for (const listener of this.#listeners) listener(namespace, agent);
  }
}
