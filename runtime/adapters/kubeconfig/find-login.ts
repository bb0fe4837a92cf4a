import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { ClusterEntry, KubeconfigEntries, UserEntry } from "./kubeconfig-entries.ts";
import { KubeconfigError, readKubeconfigs } from "./read-kubeconfigs.ts";

/** Whose credentials are used on which cluster. */
export type KubeLogin = {
  readonly context: string;
  readonly cluster: ClusterEntry & { readonly server: string };
  readonly user: UserEntry;
  /** The context's own; undefined where it names none. */
  readonly namespace: string | undefined;
};

/** Where a login is looked for. */
export type LoginOptions = {
  /** The one file to read; without it `KUBECONFIG`, then `~/.kube/config`, then the pod's account. */
  readonly kubeconfig?: string | undefined;
  /** Instead of the current context. */
  readonly context?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's folder. */
  readonly home: string;
  /** Where a pod finds its account; another one in tests. */
  readonly accountFolder?: string;
};

const ACCOUNT_FOLDER = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Finds how to reach a cluster as kubectl does. Throws {@link KubeconfigError}. */
export async function findLogin(options: LoginOptions): Promise<KubeLogin> {
  const { kubeconfig, context } = options;
  const paths = pathsOf(options);
  const entries = await readKubeconfigs(paths);
  if (entries !== undefined) return chosen(entries, context, paths);
  if (kubeconfig !== undefined) throw new KubeconfigError(`there is no kubeconfig ${kubeconfig}`);
  const inCluster = podsLogin(options);
  if (inCluster !== undefined && context === undefined) return inCluster;
  throw new KubeconfigError(`there is no kubeconfig: ${paths.join(", ")}`);
}

function pathsOf({ kubeconfig, environment, home }: LoginOptions): readonly string[] {
  if (kubeconfig !== undefined) return [kubeconfig];
  const named = (environment["KUBECONFIG"] ?? "").split(delimiter).filter((path) => path !== "");
  return named.length > 0 ? named : [join(home, ".kube", "config")];
}

function chosen(entries: KubeconfigEntries, wanted: string | undefined, paths: readonly string[]): KubeLogin {
  const where = paths.join(", ");
  const context = wanted ?? entries.currentContext;
  if (context === undefined) throw new KubeconfigError(`no context is chosen in ${where}`);
  const { cluster: clusterName = "", user: userName = "", namespace } = entries.contexts.get(context) ?? {};
  if (!entries.contexts.has(context)) {
    const known = [...entries.contexts.keys()].join(", ");
    throw new KubeconfigError(`there is no context "${context}" in ${where}; there are ${known || "none"}`);
  }
  const cluster = entries.clusters.get(clusterName);
  const server = cluster?.server;
  if (cluster === undefined || server === undefined || !URL.canParse(server))
    throw new KubeconfigError(`context "${context}" in ${where} names no cluster with a server's address`);
  return { context, cluster: { ...cluster, server }, user: entries.users.get(userName) ?? {}, namespace };
}

/** The account of the pod that this process runs in. */
function podsLogin({ environment, accountFolder = ACCOUNT_FOLDER }: LoginOptions): KubeLogin | undefined {
  const host = environment["KUBERNETES_SERVICE_HOST"];
  const port = environment["KUBERNETES_SERVICE_PORT"] ?? "443";
  const tokenFile = join(accountFolder, "token");
  if (host === undefined || host === "" || !existsSync(tokenFile)) return undefined;
  const server = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const namespaceFile = join(accountFolder, "namespace");
  return {
    context: "in-cluster",
    cluster: { server, "certificate-authority": join(accountFolder, "ca.crt") },
    user: { tokenFile },
    namespace: existsSync(namespaceFile) ? readFileSync(namespaceFile, "utf8").trim() : undefined,
  };
}
