import type { OwnerReference } from "../../../lib/api/object.ts";
import { ReplicaSetType } from "../../../lib/api/workload-types.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Store } from "../../ports/store.ts";
import type { Timers } from "../../ports/timers.ts";

/** What finding owners stands on. */
export type PodOwnersPorts = { readonly store: Store; readonly timers: Timers; readonly logger: Logger };

/** Whose a ReplicaSet was, when its would-be Deployment had this version. */
type Known = { readonly deployment: string | undefined; readonly asOf: string };

/** Most ReplicaSets that are remembered. */
const MAX_REMEMBERED = 10_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;

/**
 * Finds which Deployment a ReplicaSet belongs to. They are read one by one and remembered: a watch of all of them
 * would tell of every other workload of the cluster as well.
 */
export class PodOwners {
  readonly #ports: PodOwnersPorts;
  /** By the ReplicaSet's uid: the uid of its Deployment, or undefined where it has none. */
  readonly #known = new Map<string, Known>();
  readonly #reading = new Set<string>();
  readonly #end = new AbortController();

  constructor(ports: PodOwnersPorts) {
    this.#ports = ports;
  }

  /** The uid of a ReplicaSet's Deployment, where it is known. */
  deploymentOf(replicaSet: OwnerReference): string | undefined {
    return this.#known.get(replicaSet.uid)?.deployment;
  }

  /** Whether it is being found out whose a ReplicaSet is. */
  isReading(replicaSet: OwnerReference): boolean {
    return this.#reading.has(replicaSet.uid);
  }

  /**
   * Reads a ReplicaSet unless it is being read, or was when the Deployment that it should belong to had the same
   * version; `onFound` is called once it is known. A Deployment that is made anew adopts ReplicaSets of the one before
   * it, and its status changes when it has.
   */
  find(namespace: string, replicaSet: OwnerReference, asOf: string, onFound: () => void): void {
    const { uid } = replicaSet;
    const isKnown = this.#known.get(uid)?.asOf === asOf;
    if (this.#end.signal.aborted || isKnown || this.#reading.has(uid)) return;
    this.#reading.add(uid);
    void this.#read(namespace, replicaSet, asOf, onFound);
  }

  /** Reads nothing more. */
  stop(): void {
    this.#end.abort();
  }

  async #read(
    namespace: string,
    { name, uid }: OwnerReference,
    asOf: string,
    onFound: () => void,
  ): Promise<void> {
    const { store, timers, logger } = this.#ports;
    for (
      let waitMs = FIRST_RETRY_MS;
      !this.#end.signal.aborted;
      waitMs = Math.min(2 * waitMs, LONGEST_RETRY_MS)
    ) {
      try {
        const found = await store.get(ReplicaSetType, { namespace, name });
        const isSame = found?.metadata.uid === uid;
        const controller = found?.metadata.ownerReferences?.find((owner) => owner.controller === true);
        const deployment = isSame && controller?.kind === "Deployment" ? controller.uid : undefined;
        this.#remember(uid, { deployment, asOf });
        onFound();
        return;
      } catch (error) {
        logger.warn("replica set not read", { namespace, name, error: error as Error });
        await timers.sleep(waitMs, this.#end.signal);
      }
    }
  }

  #remember(uid: string, known: Known): void {
    const oldest = this.#known.keys().next();
    if (this.#known.size >= MAX_REMEMBERED && !oldest.done) this.#known.delete(oldest.value);
    this.#known.set(uid, known);
    this.#reading.delete(uid);
  }
}
