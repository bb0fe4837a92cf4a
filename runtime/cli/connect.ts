import { findLogin, type KubeLogin } from "../adapters/kubeconfig/find-login.ts";
import { openLogin } from "../adapters/kubeconfig/open-login.ts";
import type { ApiConnection } from "../adapters/kubernetes/api-connection.ts";
import { SystemClock } from "../adapters/node/system-clock.ts";
import { SystemRandom } from "../adapters/node/system-random.ts";
import { SystemTimers } from "../adapters/node/system-timers.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { Timers } from "../ports/timers.ts";
import type { ClusterFlags } from "./cluster-flags.ts";
import type { Surroundings } from "./define-command.ts";

/** Longest that one call of a command may take. */
const CALL_LIMIT_MS = 10_000;

/** A cluster as a command sees it. */
export type Cluster = {
  readonly store: Store;
  /** For what is no resource, such as the server's version. */
  readonly connection: ApiConnection;
  /** The namespace that the command is about. */
  readonly namespace: string;
  readonly login: KubeLogin;
  readonly clock: Clock;
  readonly timers: Timers;
  /** What has to follow a command's name for it to be about the same namespace of the same cluster. */
  readonly sameFlags: string;
};

/**
 * Lets a command work on the cluster that its flags name, and closes the connections afterwards. Throws
 * KubeconfigError where there is no way to one.
 */
export async function withCluster<T>(
  flags: ClusterFlags,
  { environment, home }: Pick<Surroundings, "environment" | "home">,
  work: (cluster: Cluster) => Promise<T>,
): Promise<T> {
  const { kubeconfig, context } = flags;
  const login = await findLogin({ kubeconfig, context, environment, home });
  const ports = { clock: new SystemClock(), timers: new SystemTimers(), random: new SystemRandom() };
  const { store, connection, close } = await openLogin(login, { ...ports, callLimitMs: CALL_LIMIT_MS });
  try {
    const namespace = flags.namespace ?? login.namespace ?? "default";
    return await work({ ...ports, store, connection, namespace, login, sameFlags: sameFlags(flags) });
  } finally {
    await close();
  }
}

function sameFlags({ namespace, context, kubeconfig }: ClusterFlags): string {
  const given = Object.entries({ "-n": namespace, "--context": context, "--kubeconfig": kubeconfig });
  return given.flatMap(([flag, value]) => (value === undefined ? [] : [` ${flag} ${value}`])).join("");
}
