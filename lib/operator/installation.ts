import { CLI_NAME, OPERATOR_NAME, OPERATOR_NAMESPACE } from "../api/group.ts";
import { OPERATOR_LABELS } from "../api/keys.ts";

/** Labels of everything that belongs to an installation; only those of OPERATOR_LABELS select pods. */
export const INSTALLATION_LABELS = {
  ...OPERATOR_LABELS,
  "app.kubernetes.io/component": "operator",
  "app.kubernetes.io/part-of": CLI_NAME,
} as const;

/** The metadata of an object in the operator's namespace. */
export function metadataIn(namespace: string, name: string = OPERATOR_NAME) {
  return { name, namespace, labels: INSTALLATION_LABELS };
}

/** Name of what belongs to no namespace: two operators of one cluster, each with namespaces of its own, differ in it. */
export function clusterWideName(namespace: string): string {
  return namespace === OPERATOR_NAMESPACE ? OPERATOR_NAME : `${OPERATOR_NAME}-${namespace}`;
}

/** The name under which the API server knows a service account. */
export function userOfAccount(namespace: string, account: string): string {
  return `system:serviceaccount:${namespace}:${account}`;
}
