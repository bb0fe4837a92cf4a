import { type Lease, LeaseType } from "../../../lib/api/lease.ts";
import type { Draft, ObjectKey } from "../../../lib/api/object.ts";
import { apiVersionOf } from "../../../lib/api/resource-type.ts";

/** How long a lease lasts that nobody renews, by the clock of whoever watches it. */
export const LEASE_SECONDS = 12;

/** The lease as its first holder makes it. */
export function firstLease(key: ObjectKey, identity: string, now: Date): Draft<Lease> {
  const { namespace = "", name } = key;
  const spec = { ...heldBy(identity, now), acquireTime: microTime(now), leaseTransitions: 0 };
  return { apiVersion: apiVersionOf(LeaseType), kind: "Lease", metadata: { namespace, name }, spec };
}

/** The lease as a candidate takes it over, or its holder renews it. */
export function claimedLease(lease: Lease, identity: string, now: Date): Lease {
  const { acquireTime, leaseTransitions = 0, holderIdentity } = lease.spec;
  const isRenewal = holderIdentity === identity && acquireTime !== undefined;
  const term = isRenewal
    ? { acquireTime, leaseTransitions }
    : { acquireTime: microTime(now), leaseTransitions: leaseTransitions + 1 };
  return { ...lease, spec: { ...lease.spec, ...heldBy(identity, now), ...term } };
}

/** The lease as its holder leaves it: free, and short in case a candidate does not know what an empty holder is. */
export function releasedLease(lease: Lease, now: Date): Lease {
  const at = microTime(now);
  const freed = { holderIdentity: "", leaseDurationSeconds: 1, renewTime: at, acquireTime: at };
  return { ...lease, spec: { ...lease.spec, ...freed } };
}

function heldBy(holderIdentity: string, now: Date) {
  return { holderIdentity, leaseDurationSeconds: LEASE_SECONDS, renewTime: microTime(now) };
}

/** The API takes exactly six digits of a second. */
function microTime(now: Date): string {
  return now.toISOString().replace("Z", "000Z");
}
