import { randomBytes } from "node:crypto";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";

/** A rule of a Role, in RBAC's own words. */
export type RoleRule = {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
};

const RBAC = "/apis/rbac.authorization.k8s.io/v1/namespaces";

/** Makes a user who may do exactly this in these namespaces and nothing elsewhere; answers their kubeconfig's path. */
export async function makeUserWith(
  plane: ControlPlane,
  rules: Readonly<Record<string, readonly RoleRule[]>>,
): Promise<string> {
  const name = `user-${randomBytes(4).toString("hex")}`;
  const apiGroup = "rbac.authorization.k8s.io";
  for (const [namespace, granted] of Object.entries(rules)) {
    const metadata = { name };
    await plane.client.call(`${RBAC}/${namespace}/roles`, {
      method: "POST",
      body: { metadata, rules: granted },
    });
    const roleRef = { apiGroup, kind: "Role", name };
    const body = { metadata, roleRef, subjects: [{ apiGroup, kind: "User", name }] };
    await plane.client.call(`${RBAC}/${namespace}/rolebindings`, { method: "POST", body });
  }
  return plane.makeUser(name);
}
