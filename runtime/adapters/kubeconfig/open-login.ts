import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import type { Store } from "../../ports/store.ts";
import type { Timers } from "../../ports/timers.ts";
import type { AccessSource } from "../kubernetes/access-source.ts";
import { ApiConnection } from "../kubernetes/api-connection.ts";
import { KubernetesStore } from "../kubernetes/kubernetes-store.ts";
import { clientConfig } from "./client-config.ts";
import type { KubeLogin } from "./find-login.ts";
import { isPlain, PlainAccess } from "./plain-access.ts";
import { KubeconfigError } from "./read-kubeconfigs.ts";

/** What a login's store is opened with. */
export type LoginPorts = {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  /** Longest that a call may take. */
  readonly callLimitMs: number;
};

/** A command makes a few calls and holds a few watches. */
const MAX_CONNECTIONS = 8;

/** Opens a store with a login's credentials; nothing is sent yet. Throws {@link KubeconfigError}. */
export async function openLogin(
  login: KubeLogin,
  ports: LoginPorts,
): Promise<{ readonly store: Store; readonly connection: ApiConnection; close(): Promise<void> }> {
  const access = await accessOf(login, ports.clock);
  const connection = new ApiConnection(access, ports.timers);
  const store = new KubernetesStore({ ...ports, connection });
  return { store, connection, close: () => access.close() };
}

async function accessOf(login: KubeLogin, clock: Clock): Promise<AccessSource> {
  const { user, context } = login;
  const isAsUser = user.as !== undefined;
  // To leave out a part of whom to act as would be to act as somebody else.
  if (user["as-groups"] !== undefined || user["as-uid"] !== undefined || (isAsUser && !isPlain(login)))
    throw new KubeconfigError(`context "${context}" acts as somebody else in a way that is not supported`);
  if (isPlain(login)) return PlainAccess.open(login);
  const { ClusterAccess } = await import("../kubernetes/cluster-access.ts");
  return new ClusterAccess(await clientConfig(login), clock, MAX_CONNECTIONS);
}
