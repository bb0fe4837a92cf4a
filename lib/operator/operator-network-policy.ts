import { k8s } from "cdk8s-plus-27";
import { Construct } from "constructs";
import { OPERATOR_LABELS } from "../api/keys.ts";
import { OPERATOR_METRICS_PORT, WEBHOOK_PORT } from "../api/network.ts";
import { metadataIn } from "./installation.ts";
import type { NetworkAccess } from "./operator-props.ts";

/**
 * Lets webhooks and readers of metrics reach the operator, and nobody else. What it reaches itself is left open: the
 * API server has an address that no selector knows, and providers may be anywhere. The policies of agents' pods are
 * made by the operator, one an Agent.
 */
export class OperatorNetworkPolicy extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { namespace, webhooksFrom, metricsFrom }: NetworkAccess & { readonly namespace: string },
  ) {
    super(scope, id);
    new k8s.KubeNetworkPolicy(this, "policy", {
      metadata: metadataIn(namespace),
      spec: {
        podSelector: { matchLabels: OPERATOR_LABELS },
        policyTypes: ["Ingress"],
        ingress: [
          admit(WEBHOOK_PORT, webhooksFrom),
          // The kubelet's probes come from the node, which every network lets through.
          admit(OPERATOR_METRICS_PORT, metricsFrom ?? [{ namespaceSelector: {} }]),
        ],
      },
    });
  }
}

function admit(
  port: number,
  from: readonly k8s.NetworkPolicyPeer[] | undefined,
): k8s.NetworkPolicyIngressRule {
  return {
    ports: [{ port: k8s.IntOrString.fromNumber(port), protocol: "TCP" }],
    ...(from && { from: [...from] }),
  };
}
