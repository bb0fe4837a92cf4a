import { policyRules } from "../../../lib/access/policy-rules.ts";
import type { AccessRule } from "../../../lib/access/rules.ts";
import { OPERATOR_NAMESPACE } from "../../../lib/api/group.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const RBAC_GROUP = "rbac.authorization.k8s.io";

/** Rules by where they hold. */
export type Rules = {
  /** In all namespaces, or in the one that is named. */
  readonly everywhere: readonly AccessRule[];
  readonly own: readonly AccessRule[];
  readonly namespace?: string;
};

/** The name under which the API server knows a service account of the operator's namespace. */
export function userOf(account: string): string {
  return `system:serviceaccount:${OPERATOR_NAMESPACE}:${account}`;
}

/** Makes a service account with exactly these rules, and answers the path of its kubeconfig. */
export async function grantAccess(plane: ControlPlane, account: string, rules: Rules): Promise<string> {
  const post = (path: string, body: unknown) => plane.client.call(path, { method: "POST", body });
  const name = `tocsin-test-${account}`;
  const place = `namespaces/${OPERATOR_NAMESPACE}`;
  const subjects = [{ kind: "ServiceAccount", name: account, namespace: OPERATOR_NAMESPACE }];
  await plane.client.send("/api/v1/namespaces", {
    method: "POST",
    body: { metadata: { name: OPERATOR_NAMESPACE } },
  });
  await post(`/api/v1/${place}/serviceaccounts`, { metadata: { name: account } });
  const bind = async (kind: "Role" | "ClusterRole", namespace: string | undefined, granted: Rules["own"]) => {
    const root = namespace === undefined ? `${RBAC}/cluster` : `${RBAC}/namespaces/${namespace}/`;
    const named = namespace === OPERATOR_NAMESPACE ? `${name}-own` : name;
    await post(`${root}roles`, { metadata: { name: named }, rules: policyRules(granted) });
    const roleRef = { apiGroup: RBAC_GROUP, kind, name: named };
    await post(`${root}rolebindings`, { metadata: { name: named }, roleRef, subjects });
  };
  await bind(rules.namespace === undefined ? "ClusterRole" : "Role", rules.namespace, rules.everywhere);
  await bind("Role", OPERATOR_NAMESPACE, rules.own);
  return plane.serviceAccountKubeconfig(OPERATOR_NAMESPACE, account);
}
