import { type Lease, LeaseType } from "../../../lib/api/lease.ts";
import { keyText, type ObjectKey } from "../../../lib/api/object.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Store } from "../../ports/store.ts";
import { isStoreError, StoreErrorReason } from "../../ports/store-error.ts";
import { claimedLease, firstLease, LEASE_SECONDS, releasedLease } from "./lease-record.ts";

/** What of a store a lease needs. */
export type Leases = Pick<Store, "get" | "create" | "replace" | "watch">;

/**
 * One candidate's view of a lease. How long it is still valid is told by this process's own monotonic clock, from
 * the moment at which a change was first seen: clocks of two machines are never compared.
 */
export class LeaseClaim {
  readonly #leases: Leases;
  readonly #key: ObjectKey;
  readonly #identity: string;
  readonly #clock: Clock;
  #seen: { readonly lease: Lease; readonly atMs: number } | undefined;

  constructor(leases: Leases, key: ObjectKey, identity: string, clock: Clock) {
    this.#leases = leases;
    this.#key = key;
    this.#identity = identity;
    this.#clock = clock;
  }

  /** Takes note of the lease as it is now. */
  observe(lease: Lease): void {
    if (this.#seen?.lease.metadata.resourceVersion === lease.metadata.resourceVersion) return;
    this.#seen = { lease, atMs: this.#clock.monotonicMs() };
  }

  /** Whether another holds the lease, as far as is known. */
  get isTaken(): boolean {
    const holder = this.#seen?.lease.spec.holderIdentity ?? "";
    return holder !== "" && holder !== this.#identity && this.validForMs > 0;
  }

  /** How long the lease is still valid unless it is renewed. */
  get validForMs(): number {
    if (this.#seen === undefined) return 0;
    const { lease, atMs } = this.#seen;
    const durationMs = (lease.spec.leaseDurationSeconds ?? LEASE_SECONDS) * 1_000;
    return Math.max(0, atMs + durationMs - this.#clock.monotonicMs());
  }

  /** Who holds the lease, as far as is known. */
  get holder(): string {
    return this.#seen?.lease.spec.holderIdentity ?? "";
  }

  /** Takes the lease where it is free, expired or one's own. Throws StoreError. */
  async take(): Promise<boolean> {
    const lease = await this.#leases.get(LeaseType, this.#key);
    if (lease === undefined) return this.#write(() => this.#create());
    this.observe(lease);
    if (this.isTaken) return false;
    return this.#replace(claimedLease(lease, this.#identity, this.#clock.now()));
  }

  /** Renews the lease that is held; false where another has it. Throws StoreError. */
  async renew(): Promise<boolean> {
    // Nobody else writes it while it is held, so the version that was seen last is nearly always the latest.
    const lease = this.#seen?.lease;
    if (lease?.spec.holderIdentity !== this.#identity) return this.take();
    const isRenewed = await this.#replace(claimedLease(lease, this.#identity, this.#clock.now()));
    return isRenewed || this.take();
  }

  /** Gives the lease up, so that another may have it at once. Throws StoreError. */
  async release(): Promise<void> {
    const lease = this.#seen?.lease;
    if (lease?.spec.holderIdentity !== this.#identity) return;
    await this.#replace(releasedLease(lease, this.#clock.now()));
  }

  #create(): Promise<Lease> {
    return this.#leases.create(LeaseType, firstLease(this.#key, this.#identity, this.#clock.now()));
  }

  #replace(lease: Lease): Promise<boolean> {
    return this.#write(() => this.#leases.replace(LeaseType, lease));
  }

  /** False where another was faster. */
  async #write(write: () => Promise<Lease>): Promise<boolean> {
    try {
      this.observe(await write());
      return true;
    } catch (error) {
      const { alreadyExists, conflict, notFound } = StoreErrorReason;
      if ([alreadyExists, conflict, notFound].some((reason) => isStoreError(error, reason))) return false;
      throw error;
    }
  }

  /** The lease's name, for messages. */
  get name(): string {
    return keyText(this.#key);
  }
}
