import type { Agent } from "../../../lib/api/agent.ts";
import { OPERATOR_LABELS } from "../../../lib/api/keys.ts";
import { AGENT_PORT } from "../../../lib/api/network.ts";
import type { Draft } from "../../../lib/api/object.ts";
import { apiVersionOf } from "../../../lib/api/resource-type.ts";
import { type NetworkPolicy, NetworkPolicyType } from "../../../lib/api/workload-types.ts";
import { agentObjectMeta } from "./agent-deployment.ts";
import { agentPodLabels } from "./agent-labels.ts";

/** Who sends tasks, and who else may look. */
export type TaskSenders = {
  /** Namespace of the operator's pods. */
  readonly operatorNamespace: string;
  /**
   * Whether tasks come through the API server. It is no pod and its address is not known, so then the port is open
   * to everybody, and the task token alone keeps strangers out.
   */
  readonly isProxied: boolean;
  /**
   * Namespaces whose pods may read metrics: those of a Prometheus. A policy knows no paths, so the task token alone
   * keeps them from the rest of the port.
   */
  readonly metricsNamespaces?: readonly string[] | undefined;
};

/** The label that every namespace carries, with its name. */
const NAMESPACE_NAME = "kubernetes.io/metadata.name";

/**
 * Lets only the operator's pods, and those that read metrics, reach an agent's pods. The kubelet's probes come from the node, which no policy
 * keeps out.
 * Source: https://kubernetes.io/docs/concepts/services-networking/network-policies/
 */
export function agentNetworkPolicy(
  agent: Agent,
  { operatorNamespace, isProxied, metricsNamespaces = [] }: TaskSenders,
): Draft<NetworkPolicy> {
  const operator = { ...podsOf(operatorNamespace), podSelector: { matchLabels: OPERATOR_LABELS } };
  const ports = [{ port: AGENT_PORT, protocol: "TCP" }] as const;
  return {
    apiVersion: apiVersionOf(NetworkPolicyType),
    kind: "NetworkPolicy",
    metadata: agentObjectMeta(agent),
    spec: {
      podSelector: { matchLabels: agentPodLabels(agent.metadata.name) },
      policyTypes: ["Ingress"],
      ingress: [isProxied ? { ports } : { from: [operator, ...metricsNamespaces.map(podsOf)], ports }],
    },
  };
}

function podsOf(namespace: string) {
  return { namespaceSelector: { matchLabels: { [NAMESPACE_NAME]: namespace } } };
}
