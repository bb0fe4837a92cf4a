import type { Agent } from "../../../lib/api/agent.ts";
import { OPERATOR_LABELS } from "../../../lib/api/keys.ts";
import { AGENT_PORT } from "../../../lib/api/network.ts";
import type { Draft } from "../../../lib/api/object.ts";
import { apiVersionOf } from "../../../lib/api/resource-type.ts";
import { type NetworkPolicy, NetworkPolicyType } from "../../../lib/api/workload-types.ts";
import { agentObjectMeta } from "./agent-deployment.ts";
import { agentPodLabels } from "./agent-labels.ts";

/** Who sends tasks. */
export type TaskSenders = {
  /** Namespace of the operator's pods. */
  readonly operatorNamespace: string;
  /**
   * Whether tasks come through the API server. It is no pod and its address is not known, so then the port is open
   * to everybody, and the task token alone keeps strangers out.
   */
  readonly isProxied: boolean;
};

/** The label that every namespace carries, with its name. */
const NAMESPACE_NAME = "kubernetes.io/metadata.name";

/**
 * Lets only the operator's pods reach an agent's pods. The kubelet's probes come from the node, which no policy
 * keeps out.
 * Source: https://kubernetes.io/docs/concepts/services-networking/network-policies/
 */
export function agentNetworkPolicy(
  agent: Agent,
  { operatorNamespace, isProxied }: TaskSenders,
): Draft<NetworkPolicy> {
  const operator = {
    namespaceSelector: { matchLabels: { [NAMESPACE_NAME]: operatorNamespace } },
    podSelector: { matchLabels: OPERATOR_LABELS },
  };
  const ports = [{ port: AGENT_PORT, protocol: "TCP" }] as const;
  return {
    apiVersion: apiVersionOf(NetworkPolicyType),
    kind: "NetworkPolicy",
    metadata: agentObjectMeta(agent),
    spec: {
      podSelector: { matchLabels: agentPodLabels(agent.metadata.name) },
      policyTypes: ["Ingress"],
      ingress: [isProxied ? { ports } : { from: [operator], ports }],
    },
  };
}
