import { GROUP, OPERATOR_NAME } from "./group.ts";

/** Labels that Tocsin writes and selects by. */
export const Label = {
  /** On a run: the event that fired it. */
  event: `${GROUP}/event`,
  /** On a run: the fire it belongs to. Absent on retries and on runs started by hand. */
  fire: `${GROUP}/fire`,
  /** On a run: the team whose steps it runs. */
  team: `${GROUP}/team`,
  /** On a run: `"true"` where the caller sent an Idempotency-Key. */
  keyed: `${GROUP}/keyed`,
  /** On a pod, Deployment or task Secret: the agent it belongs to. */
  agent: `${GROUP}/agent`,
  /** On a Secret: `"true"` allows agents of the namespace to send its key to a provider. */
  providerKey: `${GROUP}/provider-key`,
  /** On what Tocsin creates; the standard key of Kubernetes' recommended labels. */
  managedBy: "app.kubernetes.io/managed-by",
} as const;

/** Annotations that Tocsin writes. */
export const Annotation = {
  /** On a token's Secret: the previous token's expiry that a TokenRotated Event has told of. */
  rotationRecorded: `${GROUP}/rotation-recorded`,
  /** On an agent's pods: what they are to be, as JSON. */
  agentSpec: `${GROUP}/agent-spec`,
  /** On an agent's pods: how many tasks each works on at once, for whoever chooses among them. */
  maxTasks: `${GROUP}/max-tasks`,
  /** On what the operator creates: a digest of what it wants, so that the server's defaults are no difference. */
  specHash: `${GROUP}/spec-hash`,
} as const;

/** Labels by which the operator's own pods are selected. */
export const OPERATOR_LABELS = { "app.kubernetes.io/name": OPERATOR_NAME } as const;

/** Name of the Secret that holds a webhook event's token (the specification's "Webhook token secret"). */
export function tokenSecretName(event: string): string {
  return `${event}-webhook-token`;
}

/** The event whose token a Secret of this name is for, whoever it belongs to; undefined where it is for none. */
export function eventOfTokenSecret(secret: string): string | undefined {
  return /^(.+)-webhook-token$/.exec(secret)?.[1];
}

/** Data keys of a webhook token's Secret. */
export const TokenSecretKey = {
  token: "token",
  previousToken: "previousToken",
  /** RFC 3339 instant until which the previous token is still accepted. */
  previousTokenExpiresAt: "previousTokenExpiresAt",
} as const;

/** Name of the Secret whose token an agent's pods and the operator share for `/tasks`. */
export function taskSecretName(agent: string): string {
  return `${agent}-tasks`;
}

/** Data key of an agent's task Secret. */
export const TASK_SECRET_KEY = "token";
/** Header that carries the task token; `Authorization` would not survive the API server's proxy. */
export const TASK_TOKEN_HEADER = "X-Tocsin-Task-Token";
/** Secret used for the provider key where an Agent names none. */
export const DEFAULT_PROVIDER_SECRET = "tocsin-provider";
/** Data key of a provider key's Secret unless the Agent names another. */
export const DEFAULT_PROVIDER_SECRET_KEY = "apiKey";
