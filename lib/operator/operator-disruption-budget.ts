import { k8s } from "cdk8s-plus-27";
import { Construct } from "constructs";
import { OPERATOR_LABELS } from "../api/keys.ts";
import { metadataIn } from "./installation.ts";

/** Has the nodes of a cluster drained one after the other, as far as the operator's pods are concerned. */
export class OperatorDisruptionBudget extends Construct {
  constructor(scope: Construct, id: string, { namespace }: { readonly namespace: string }) {
    super(scope, id);
    new k8s.KubePodDisruptionBudget(this, "budget", {
      metadata: metadataIn(namespace),
      spec: {
        // Not `minAvailable: 1`, with which a node could never be drained of an only replica.
        maxUnavailable: k8s.IntOrString.fromNumber(1),
        selector: { matchLabels: OPERATOR_LABELS },
        // A pod that is not ready serves nobody, and must not keep a node from being drained.
        unhealthyPodEvictionPolicy: "AlwaysAllow",
      },
    });
  }
}
