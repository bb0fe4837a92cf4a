import { OPERATOR_NAME, OPERATOR_NAMESPACE } from "../../../lib/api/group.ts";

/** Path of the Lease that names the operator's leader. Without it the next replica to come leads at once. */
export const LEADER_LEASE = `/apis/coordination.k8s.io/v1/namespaces/${OPERATOR_NAMESPACE}/leases/${OPERATOR_NAME}`;
