import type { AgentService, AgentServiceStatus } from "../../../lib/api/agent-service.ts";
import { ConditionType, ServiceReason } from "../../../lib/api/reason.ts";
import { setCondition } from "../condition/set-condition.ts";

/** What decides a service's status. */
export type ObservedService = {
  readonly service: AgentService;
  readonly agents: number;
  readonly endpoints: readonly { readonly isReady: boolean; readonly isTerminating: boolean }[];
};

/** Decides a service's status: how many pods it routes to, and how many of them take tasks. */
export function planServiceStatus(
  { service, agents, endpoints }: ObservedService,
  now: Date,
): AgentServiceStatus {
  const { generation } = service.metadata;
  const ready = endpoints.filter((endpoint) => endpoint.isReady && !endpoint.isTerminating).length;
  const facts = { type: ConditionType.ready, ...readiness(agents, ready) };
  return {
    endpoints: endpoints.length,
    readyEndpoints: ready,
    conditions: setCondition(service.status?.conditions, facts, { now, generation }),
    observedGeneration: generation ?? 0,
  };
}

function readiness(agents: number, ready: number) {
  if (ready > 0)
    return { status: "True" as const, reason: ServiceReason.ready, message: "tasks can be routed" };
  if (agents > 0) {
    const message = "no pod of the selected Agents is ready; `kubectl get agents` tells why";
    return { status: "False" as const, reason: ServiceReason.noReadyPod, message };
  }
  const message = "spec.selector matches no Agent of this namespace; label one, or change the selector";
  return { status: "False" as const, reason: ServiceReason.noAgents, message };
}
