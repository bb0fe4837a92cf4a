import type { k8s } from "cdk8s-plus-27";
import type { AccessRule } from "./rules.ts";
import type { UserRule } from "./user-rules.ts";

/** Writes rules as the roles of Kubernetes hold them; why each is there stays in the data. */
export function policyRules(rules: readonly (AccessRule | UserRule)[]): k8s.PolicyRule[] {
  return rules.map((rule) => ({
    apiGroups: [rule.apiGroup],
    resources: [rule.resource],
    verbs: [...rule.verbs],
    ...("resourceNames" in rule && { resourceNames: [...rule.resourceNames] }),
  }));
}
