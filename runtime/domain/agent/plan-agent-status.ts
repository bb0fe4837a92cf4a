import type { Agent, AgentStatus, PodProbe } from "../../../lib/api/agent.ts";
import { MAX_REPLICAS } from "../../../lib/api/agent.ts";
import { AgentReason, ConditionType } from "../../../lib/api/reason.ts";
import { setCondition } from "../condition/set-condition.ts";

/** What decides an agent's status. */
export type ObservedAgent = {
  readonly agent: Agent;
  readonly pods: readonly { readonly pod: string; readonly isReady: boolean }[];
  /** The latest flip of each pod's readiness that was seen. */
  readonly probes: readonly PodProbe[];
  /** What keeps the agent from being served at all, if anything does. */
  readonly problem: { readonly reason: AgentReason; readonly message: string } | undefined;
};

/** Decides an agent's status: its pods, their last probes, and whether any of them takes tasks (design §5). */
export function planAgentStatus({ agent, pods, probes, problem }: ObservedAgent, now: Date): AgentStatus {
  const { generation } = agent.metadata;
  const readyReplicas = pods.filter((pod) => pod.isReady).length;
  const present = new Set(pods.map(({ pod }) => pod));
  const known = new Map((agent.status?.lastProbe ?? []).map((probe) => [probe.pod, probe]));
  for (const probe of probes) known.set(probe.pod, probe);
  const lastProbe = [...known.values()].filter(({ pod }) => present.has(pod)).slice(0, MAX_REPLICAS);
  const facts = { type: ConditionType.ready, ...readiness(agent, readyReplicas, lastProbe, problem) };
  return {
    replicas: pods.length,
    readyReplicas,
    ...(lastProbe.length === 0 ? {} : { lastProbe }),
    conditions: setCondition(agent.status?.conditions, facts, { now, generation }),
    observedGeneration: generation ?? 0,
  };
}

function readiness(
  agent: Agent,
  ready: number,
  probes: readonly PodProbe[],
  problem: ObservedAgent["problem"],
) {
  if (problem !== undefined) return { status: "False" as const, ...problem };
  if (ready > 0) {
    return {
      status: "True" as const,
      reason: AgentReason.ready,
      message: `${ready} of ${agent.spec.replicas} pods ready`,
    };
  }
  if (agent.spec.replicas === 0) {
    return { status: "False" as const, reason: AgentReason.scaledToZero, message: "spec.replicas is 0" };
  }
  const why = probes.find((probe) => probe.verdict === "Unhealthy");
  const detail =
    why === undefined ? "" : `: ${[why.reason, why.message].filter((part) => part !== undefined).join(": ")}`;
  return {
    status: "False" as const,
    reason: AgentReason.noReadyPod,
    message: `no pod is ready for tasks${detail}`,
  };
}
