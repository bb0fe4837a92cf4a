import type { KubeConfig } from "@kubernetes/client-node/dist/config.js";

/**
 * Finds how to reach the cluster as kubectl does: `KUBECONFIG`, else `~/.kube/config`, else the service account
 * of the pod. Throws where what is found can't be read.
 *
 * Loaded when it is needed: the client takes half a second and 80 MB, which standalone need not pay.
 */
export async function loadKubeConfig(path: string | undefined): Promise<KubeConfig> {
  const { KubeConfig } = await import("@kubernetes/client-node/dist/config.js");
  const config = new KubeConfig();
  if (path === undefined) config.loadFromDefault();
  else config.loadFromFile(path);
  return config;
}
