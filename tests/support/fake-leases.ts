import type { Lease } from "../../lib/api/lease.ts";
import type { Draft, KubeObject } from "../../lib/api/object.ts";
import type { ResourceType } from "../../lib/api/resource-type.ts";
import type { Leases } from "../../runtime/adapters/kubernetes/lease-claim.ts";
import type { WatchEvent, WatchOptions } from "../../runtime/ports/store.ts";
import { StoreError, StoreErrorReason } from "../../runtime/ports/store-error.ts";

/** How one candidate is connected to the lease. */
export type Line = {
  /** Every call fails. */
  isDown: boolean;
  /** Calls are carried out when they should be, and are answered no more. */
  isHanging: boolean;
};

/** One lease in memory, compared and swapped as the API server does; candidates reach it by lines of their own. */
export class FakeLeases {
  lease: Lease | undefined;
  /** Every holder in turn; empty where it was released. */
  readonly holders: string[] = [];
  #version = 0;
  readonly #watchers = new Set<(lease: Lease) => void>();

  /** What one candidate works with. */
  connect(line: Line): Leases {
    const call = async <T>(work: () => T): Promise<T> => {
      if (line.isDown) throw new StoreError(StoreErrorReason.unavailable, "down");
      const result = work();
      return line.isHanging ? new Promise<T>(() => {}) : result;
    };
    const leases = {
      get: () => call(() => this.lease),
      create: (_: ResourceType<Lease>, draft: Draft<Lease>) =>
        call(() => {
          if (this.lease !== undefined) throw new StoreError(StoreErrorReason.alreadyExists, "exists");
          return this.#store(draft as Lease);
        }),
      replace: (_: ResourceType<Lease>, lease: Lease) =>
        call(() => {
          if (this.lease?.metadata.resourceVersion !== lease.metadata.resourceVersion)
            throw new StoreError(StoreErrorReason.conflict, "another version");
          return this.#store(lease);
        }),
      watch: (_: ResourceType<KubeObject>, { signal }: WatchOptions) => this.#watch(line, signal),
    };
    return leases as unknown as Leases;
  }

  #store(lease: Lease): Lease {
    const metadata = { ...lease.metadata, resourceVersion: String(++this.#version) };
    this.lease = { ...lease, metadata };
    const holder = lease.spec.holderIdentity ?? "";
    if (this.holders.at(-1) !== holder) this.holders.push(holder);
    for (const tell of this.#watchers) tell(this.lease);
    return this.lease;
  }

  async *#watch(line: Line, signal: AbortSignal): AsyncGenerator<WatchEvent<Lease>> {
    if (line.isDown) throw new StoreError(StoreErrorReason.unavailable, "down");
    const queue: Lease[] = [];
    let wake = () => {};
    const tell = (lease: Lease) => {
      queue.push(lease);
      wake();
    };
    this.#watchers.add(tell);
    signal.addEventListener("abort", () => wake(), { once: true });
    try {
      while (!signal.aborted) {
        const object = queue.shift();
        if (object !== undefined) yield { type: "MODIFIED", object };
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      this.#watchers.delete(tell);
    }
  }
}
