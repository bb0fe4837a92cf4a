import type { Agent } from "../../../lib/api/agent.ts";
import { AGENT_PORT } from "../../../lib/api/network.ts";
import type { HttpProbeFields } from "../../../lib/api/pod-template.ts";

/** The three probes of an agent's container. */
export type AgentProbes = {
  readonly startupProbe: HttpProbeFields;
  readonly livenessProbe: HttpProbeFields;
  readonly readinessProbe: HttpProbeFields;
};

/** Longest time for one semantic check, in seconds (design §5). */
const LONGEST_CHECK_SECONDS = 15;
/** What the prober waits beyond the check's own deadline, so that the reason still reaches it. */
const TIMEOUT_MARGIN_SECONDS = 2;
const PING_PERIOD_SECONDS = 10;
const LIVENESS_PERIOD_SECONDS = 10;
/** Liveness never asks the model; what delays it this long is a stuck process. */
const LIVENESS_TIMEOUT_SECONDS = 5;
/** A minute to start: the image is there, only Node and its modules have to load. */
const STARTUP_ATTEMPTS = 60;

/** How long one semantic check may take, in seconds: D = min(15, interval). */
export function checkDeadlineSeconds(intervalSeconds: number): number {
  return Math.min(LONGEST_CHECK_SECONDS, intervalSeconds);
}

/**
 * Decides how an agent's pods are probed (design §5): one failed check takes a pod out, one good one brings
 * it back. The kubelet probes by these fields, and so does the standalone host.
 * Source: https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/
 */
export function probeFields({ spec }: Pick<Agent, "spec">): AgentProbes {
  const { type, intervalSeconds } = spec.livenessProbe;
  const isSemantic = type === "semantic";
  return {
    startupProbe: probe("/healthz", 1, LIVENESS_TIMEOUT_SECONDS, STARTUP_ATTEMPTS),
    livenessProbe: probe("/healthz", LIVENESS_PERIOD_SECONDS, LIVENESS_TIMEOUT_SECONDS, 3),
    readinessProbe: probe(
      "/readyz",
      isSemantic ? intervalSeconds : PING_PERIOD_SECONDS,
      // A ping asks nobody, so it has no deadline of its own.
      (isSemantic ? checkDeadlineSeconds(intervalSeconds) : 0) + TIMEOUT_MARGIN_SECONDS,
      1,
    ),
  };
}

function probe(
  path: string,
  periodSeconds: number,
  timeoutSeconds: number,
  failureThreshold: number,
): HttpProbeFields {
  return {
    httpGet: { path, port: AGENT_PORT },
    periodSeconds,
    timeoutSeconds,
    successThreshold: 1,
    failureThreshold,
  };
}
