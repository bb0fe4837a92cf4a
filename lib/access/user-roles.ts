import { k8s } from "cdk8s-plus-27";
import { Construct } from "constructs";
import { CLI_NAME } from "../api/group.ts";
import { policyRules } from "./policy-rules.ts";
import { USER_RULES, type UserRole } from "./user-rules.ts";

/** What the roles of people carry. */
export type UserRolesProps = { readonly labels: Readonly<Record<string, string>> };

const ROLES: readonly UserRole[] = ["view", "edit", "admin"];

/**
 * Adds Tocsin's kinds to the cluster's own roles `view`, `edit` and `admin`, so that whoever has one of them in a
 * namespace needs no binding more.
 */
export class UserRoles extends Construct {
  constructor(scope: Construct, id: string, { labels }: UserRolesProps) {
    super(scope, id);
    // One label is enough: Kubernetes adds `view` to `edit` and `edit` to `admin` by itself.
    for (const role of ROLES)
      new k8s.KubeClusterRole(this, role, {
        metadata: {
          name: `${CLI_NAME}-${role}`,
          labels: { ...labels, [`rbac.authorization.k8s.io/aggregate-to-${role}`]: "true" },
        },
        rules: policyRules(USER_RULES[role]),
      });
  }
}
