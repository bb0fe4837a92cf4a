import { CLI_NAME, OPERATOR_NAME } from "./group.ts";

/**
 * Labels by which the operator's pods are selected: by their Deployment and Services, and by the network policies
 * of agents. A Deployment's selector is immutable, so they hold nothing that a version could change.
 */
export const OPERATOR_POD_LABELS = {
  "app.kubernetes.io/name": OPERATOR_NAME,
  "app.kubernetes.io/component": "operator",
} as const;

/** Labels of everything that belongs to an installation. */
export const INSTALLATION_LABELS = { ...OPERATOR_POD_LABELS, "app.kubernetes.io/part-of": CLI_NAME } as const;
