import { k8s } from "cdk8s-plus-27";
import { Construct } from "constructs";
import { INSTALLATION_LABELS } from "./installation.ts";

const POD_SECURITY = "pod-security.kubernetes.io";

/** The operator's namespace, in which only pods of the restricted Pod Security Standard are let in. */
export class OperatorNamespace extends Construct {
  constructor(scope: Construct, id: string, { name }: { readonly name: string }) {
    super(scope, id);
    const restricted = ["enforce", "audit", "warn"].map((mode) => [`${POD_SECURITY}/${mode}`, "restricted"]);
    new k8s.KubeNamespace(this, "namespace", {
      metadata: { name, labels: { ...INSTALLATION_LABELS, ...Object.fromEntries(restricted) } },
    });
  }
}
