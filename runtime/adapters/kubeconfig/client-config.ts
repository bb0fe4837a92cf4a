import type { KubeConfig } from "@kubernetes/client-node/dist/config.js";
import type { KubeLogin } from "./find-login.ts";

/**
 * A login as the Kubernetes client's own configuration, for what a plain connection can't do: credential plugins,
 * proxies, port-forwards. Loaded when it is needed: the client takes half a second.
 */
export async function clientConfig({ cluster, user, context, namespace }: KubeLogin): Promise<KubeConfig> {
  const { KubeConfig } = await import("@kubernetes/client-node/dist/config.js");
  const config = new KubeConfig();
  const name = context;
  const place = namespace === undefined ? {} : { namespace };
  const text = JSON.stringify({
    clusters: [{ name, cluster }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name, ...place } }],
    "current-context": name,
  });
  config.loadFromString(text);
  return config;
}
