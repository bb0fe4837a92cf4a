import { k8s } from "cdk8s-plus-27";
import { Construct } from "constructs";
import { policyRules } from "./policy-rules.ts";
import { USER_RULES, type UserRole } from "./user-rules.ts";

/** How the roles of people are called, and what they carry. */
export type UserRolesProps = {
  /** What their names begin with: two installations in one cluster must not take each other's away. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
};

const ROLES: readonly UserRole[] = ["view", "edit", "admin"];

/**
 * Adds Tocsin's kinds to the cluster's own roles `view`, `edit` and `admin`, so that whoever has one of them in a
 * namespace needs no binding more.
 */
export class UserRoles extends Construct {
  constructor(scope: Construct, id: string, { name, labels }: UserRolesProps) {
    super(scope, id);
    // One label is enough: Kubernetes adds `view` to `edit` and `edit` to `admin` by itself.
    for (const role of ROLES)
      new k8s.KubeClusterRole(this, role, {
        metadata: {
          name: `${name}-${role}`,
          labels: { ...labels, [`rbac.authorization.k8s.io/aggregate-to-${role}`]: "true" },
        },
        rules: policyRules(USER_RULES[role]),
      });
  }
}
