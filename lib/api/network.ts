/** Port on which every replica answers webhooks (the specification's "Webhook port"). */
export const WEBHOOK_PORT = 8092;
/** Port of an agent pod's health endpoints and tasks (the specification's "Agent health port"). */
export const AGENT_PORT = 8080;
/** Port of the operator's own `/metrics`, `/healthz` and `/readyz`. */
export const OPERATOR_METRICS_PORT = 8081;
/** Port of the standalone server's Kubernetes-shaped API. */
export const STANDALONE_API_PORT = 8090;
/** First path segment of the webhook endpoint; an Ingress routes this prefix. */
export const TRIGGERS_PREFIX = "/triggers";

/** Path of an event's fire endpoint. */
export function firePath(namespace: string, event: string): string {
  return `${TRIGGERS_PREFIX}/${namespace}/${event}/fire`;
}

/** Path where a run of an event can be polled with the event's token. */
export function runPath(namespace: string, event: string, runName: string): string {
  return `${TRIGGERS_PREFIX}/${namespace}/${event}/runs/${runName}`;
}

/** Base address of the operator's Service inside the cluster. */
export function clusterInternalBaseURL(serviceName: string, namespace: string): string {
  return `http://${serviceName}.${namespace}.svc.cluster.local:${WEBHOOK_PORT}`;
}
