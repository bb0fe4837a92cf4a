import type { OwnerReference } from "../../../lib/api/object.ts";
import { ReplicaSetType } from "../../../lib/api/workload-types.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Store } from "../../ports/store.ts";
import type { Timers } from "../../ports/timers.ts";

/** What finding owners stands on. */
export type PodOwnersPorts = { readonly store: Store; readonly timers: Timers; readonly logger: Logger };

/** Most ReplicaSets that are remembered; each is read once. */
const MAX_REMEMBERED = 10_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;

/**
 * Finds which Deployment a ReplicaSet belongs to. They are read one by one and remembered: a watch of all of them
 * would tell of every other workload of the cluster as well.
 */
export class PodOwners {
  readonly #ports: PodOwnersPorts;
  /** By the ReplicaSet's uid: its Deployment's, or undefined where it has none. */
  readonly #deployments = new Map<string, string | undefined>();
  readonly #reading = new Set<string>();
  readonly #end = new AbortController();

  constructor(ports: PodOwnersPorts) {
    this.#ports = ports;
  }

  /** The uid of a ReplicaSet's Deployment, where it is known. */
  deploymentOf(replicaSet: OwnerReference): string | undefined {
    return this.#deployments.get(replicaSet.uid);
  }

  /** Reads a ReplicaSet unless it is known or being read; `onFound` is called once its Deployment is known. */
  find(namespace: string, replicaSet: OwnerReference, onFound: () => void): void {
    const { uid } = replicaSet;
    if (this.#end.signal.aborted || this.#deployments.has(uid) || this.#reading.has(uid)) return;
    this.#reading.add(uid);
    void this.#read(namespace, replicaSet, FIRST_RETRY_MS, onFound);
  }

  /** Reads nothing more. */
  stop(): void {
    this.#end.abort();
  }

  async #read(
    namespace: string,
    { name, uid }: OwnerReference,
    retryMs: number,
    onFound: () => void,
  ): Promise<void> {
    const { store, timers, logger } = this.#ports;
    for (let waitMs = retryMs; !this.#end.signal.aborted; waitMs = Math.min(2 * waitMs, LONGEST_RETRY_MS)) {
      try {
        const found = await store.get(ReplicaSetType, { namespace, name });
        const isSame = found?.metadata.uid === uid;
        const controller = found?.metadata.ownerReferences?.find((owner) => owner.controller === true);
        this.#remember(uid, isSame && controller?.kind === "Deployment" ? controller.uid : undefined);
        onFound();
        return;
      } catch (error) {
        logger.warn("replica set not read", { namespace, name, error: error as Error });
        await timers.sleep(waitMs, this.#end.signal);
      }
    }
  }

  #remember(uid: string, deployment: string | undefined): void {
    const oldest = this.#deployments.keys().next();
    if (this.#deployments.size >= MAX_REMEMBERED && !oldest.done) this.#deployments.delete(oldest.value);
    this.#deployments.set(uid, deployment);
    this.#reading.delete(uid);
  }
}
