import type { AccessRule } from "../../../lib/access/rules.ts";
import { OPERATOR_NAMESPACE } from "../../../lib/api/group.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const RBAC_GROUP = "rbac.authorization.k8s.io";

/** Rules by where they hold. */
export type Rules = { readonly everywhere: readonly AccessRule[]; readonly own: readonly AccessRule[] };

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
  await post(`${RBAC}/clusterroles`, { metadata: { name }, rules: rules.everywhere.map(policyRule) });
  const clusterRole = { apiGroup: RBAC_GROUP, kind: "ClusterRole", name };
  await post(`${RBAC}/clusterrolebindings`, { metadata: { name }, roleRef: clusterRole, subjects });
  await post(`${RBAC}/${place}/roles`, { metadata: { name }, rules: rules.own.map(policyRule) });
  const role = { apiGroup: RBAC_GROUP, kind: "Role", name };
  await post(`${RBAC}/${place}/rolebindings`, { metadata: { name }, roleRef: role, subjects });
  return plane.serviceAccountKubeconfig(OPERATOR_NAMESPACE, account);
}

function policyRule({ apiGroup, resource, verbs, resourceNames }: AccessRule): object {
  return { apiGroups: [apiGroup], resources: [resource], verbs, ...(resourceNames && { resourceNames }) };
}
