import type { KubeObject } from "./object.ts";
import type { ResourceType } from "./resource-type.ts";

/** A coordination.k8s.io/v1 Lease. Instants have six digits of a second. */
export type Lease = KubeObject & {
  readonly kind: "Lease";
  readonly spec: {
    /** Empty or absent where nobody holds it. */
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    readonly acquireTime?: string;
    readonly renewTime?: string;
    readonly leaseTransitions?: number;
  };
};

/** coordination.k8s.io/v1 Leases. */
export const LeaseType: ResourceType<Lease> = {
  group: "coordination.k8s.io",
  version: "v1",
  kind: "Lease",
  plural: "leases",
  singular: "lease",
  shortNames: [],
  isNamespaced: true,
  hasStatus: false,
};
