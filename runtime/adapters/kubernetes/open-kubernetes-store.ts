import type { KubeConfig } from "@kubernetes/client-node/dist/config.js";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import type { Timers } from "../../ports/timers.ts";
import { ApiConnection } from "./api-connection.ts";
import { ClusterAccess } from "./cluster-access.ts";
import { MAX_CONNECTIONS } from "./kubernetes-limits.ts";
import { KubernetesStore } from "./kubernetes-store.ts";

/** What a store and its connections are opened with. */
export type OpenOptions = {
  readonly config: KubeConfig;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly maxConnections?: number;
  readonly callLimitMs?: number;
};

/** Opens a store on a cluster with a pool of connections of its own; nothing is sent yet. */
export function openKubernetesStore({ config, maxConnections = MAX_CONNECTIONS, ...ports }: OpenOptions): {
  readonly store: KubernetesStore;
  close(): Promise<void>;
} {
  const access = new ClusterAccess(config, ports.clock, maxConnections);
  const connection = new ApiConnection(access, ports.timers);
  return { store: new KubernetesStore({ ...ports, connection }), close: () => access.close() };
}
