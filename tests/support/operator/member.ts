import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { KubeClient } from "../../cluster/control-plane/kube-client.ts";
import { loadKubeconfig } from "../../cluster/control-plane/kubeconfig.ts";
import { until } from "../../cluster/control-plane/until.ts";

/** Aggregation and RBAC's own caches take a moment, on a busy machine some seconds. */
const LIMIT_MS = 60_000;

/** Makes a user who has one of the cluster's roles in one namespace, and waits until the role holds Tocsin's kinds. */
export async function makeMember(
  plane: ControlPlane,
  role: "view" | "edit" | "admin",
  namespace: string,
): Promise<KubeClient> {
  const user = `${role}-of-${namespace}`;
  const client = new KubeClient(loadKubeconfig(await plane.makeUser(user)));
  const apiGroup = "rbac.authorization.k8s.io";
  await plane.client.call(`/apis/${apiGroup}/v1/namespaces/${namespace}/rolebindings`, {
    method: "POST",
    body: {
      metadata: { name: user },
      roleRef: { apiGroup, kind: "ClusterRole", name: role },
      subjects: [{ apiGroup, kind: "User", name: user }],
    },
  });
  await until(`${user} may read events`, LIMIT_MS, async () => {
    const { status } = await client.send(`/apis/tocsin.dev/v1alpha1/namespaces/${namespace}/agentevents`);
    return status === 200 ? true : undefined;
  });
  return client;
}
