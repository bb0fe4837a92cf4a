import { AgentReason } from "../../../lib/api/reason.ts";
import type { Deployment } from "../../../lib/api/workload-types.ts";
import type { AgentProblem } from "./agent-problem.ts";

/** Longest explanation that is passed on: the condition's message holds what is around it too. */
const MAX_MESSAGE_LENGTH = 1_024;

/**
 * What keeps a Deployment's pods from being created at all, where something does: a quota, Pod Security, a webhook of
 * the cluster. The ReplicaSet's controller meets it and writes it here; the operator itself is told nothing.
 * Source: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#failed-deployment
 */
export function replicaFailure(deployment: Deployment | undefined): AgentProblem | undefined {
  const conditions = deployment?.status?.conditions ?? [];
  const failure = conditions.find(({ type, status }) => type === "ReplicaFailure" && status === "True");
  if (failure === undefined) return undefined;
  const message = `the cluster refuses the pods: ${failure.message ?? failure.reason ?? ""}`;
  return { reason: AgentReason.podsRefused, message: message.slice(0, MAX_MESSAGE_LENGTH) };
}
