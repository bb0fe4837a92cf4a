import type { Duration } from "cdk8s";
import type { k8s } from "cdk8s-plus-27";
import { DEFAULT_IMAGE } from "../api/group.ts";
import type { OperatorProps } from "./operator-props.ts";

/** Writes what the operator's process is told; a variable that is not given is left to the process. */
export function operatorEnvironment(props: OperatorProps): k8s.EnvVar[] {
  const { limits = {} } = props;
  const image = props.image ?? DEFAULT_IMAGE;
  const told: Readonly<Record<string, string | number | undefined>> = {
    TOCSIN_WATCH_NAMESPACES: props.watchedNamespaces?.join(","),
    TOCSIN_LOG_LEVEL: props.logLevel ?? "info",
    // Agents' pods run the same image: the two speak with each other.
    TOCSIN_AGENT_IMAGE: image,
    TOCSIN_AGENT_PULL_SECRETS: props.imagePullSecrets?.join(","),
    TOCSIN_AGENT_ACCESS: props.agentAccess,
    TOCSIN_AGENT_METRICS_FROM: props.agentMetricsFrom?.join(","),
    OPENAI_BASE_URL: props.provider?.baseURL,
    TOCSIN_MAX_BODY_BYTES: limits.maxBodyBytes,
    TOCSIN_MAX_SYNC_WAIT: inMs(limits.maxSyncWait),
    TOCSIN_MAX_WAITERS: limits.maxWaiters,
    TOCSIN_MAX_STREAMS: limits.maxStreams,
    TOCSIN_FIRE_RATE: limits.firesPerSecond,
    TOCSIN_FIRE_BURST: limits.fireBurst,
    TOCSIN_CATCH_UP: inMs(limits.catchUp),
    TOCSIN_CHAIN_LOOPS: limits.chainLoops,
  };
  return [
    fromPod("TOCSIN_NAMESPACE", "metadata.namespace"),
    fromPod("TOCSIN_IDENTITY", "metadata.name"),
    ...Object.entries(told).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, value: String(value) }],
    ),
  ];
}

function fromPod(name: string, fieldPath: string): k8s.EnvVar {
  return { name, valueFrom: { fieldRef: { fieldPath } } };
}

function inMs(duration: Duration | undefined): string | undefined {
  return duration === undefined ? undefined : `${duration.toMilliseconds()}ms`;
}
