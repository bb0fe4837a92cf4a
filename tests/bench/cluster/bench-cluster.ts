import { setTimeout as sleep } from "node:timers/promises";
import { GROUP } from "../../../lib/api/group.ts";
import { openKubernetesStore } from "../../../runtime/adapters/kubernetes/open-kubernetes-store.ts";
import { SystemClock } from "../../../runtime/adapters/node/system-clock.ts";
import { SystemRandom } from "../../../runtime/adapters/node/system-random.ts";
import { SystemTimers } from "../../../runtime/adapters/node/system-timers.ts";
import type { Store } from "../../../runtime/ports/store.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";

/** Twice as long as the recorder and the history take between two of their writes on a slow machine. */
const QUIET_MS = 2_000;
const QUIET_LIMIT_MS = 60_000;

/** A namespace of a cluster that a bench fills, and what the API server has had to write for it. */
export class BenchCluster {
  readonly plane: ControlPlane;
  readonly namespace: string;

  private constructor(plane: ControlPlane, namespace: string) {
    this.plane = plane;
    this.namespace = namespace;
  }

  /** Makes a namespace of its own. */
  static async make(plane: ControlPlane): Promise<BenchCluster> {
    return new BenchCluster(plane, await plane.makeNamespace());
  }

  /** Works with the product's own store, with every right. */
  async withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const ports = { clock: new SystemClock(), timers: new SystemTimers(), random: new SystemRandom() };
    const { store, close } = openKubernetesStore({ config: this.plane.adminConfig, ...ports });
    try {
      return await work(store);
    } finally {
      await close();
    }
  }

  /** How many writes the API server has answered that an operator makes: resources of the group, Events and no leases. */
  async writes(): Promise<number> {
    const { body } = await this.plane.client.send("/metrics", { headers: { Accept: "text/plain" } });
    const text = (body as { readonly message?: string }).message ?? "";
    let writes = 0;
    for (const line of text.split("\n")) {
      if (!line.startsWith("apiserver_request_total{")) continue;
      const label = (name: string) => new RegExp(`[{,]${name}="([^"]*)"`).exec(line)?.[1] ?? "";
      const isOurs = label("group") === GROUP || label("resource") === "events";
      const isWrite = ["POST", "PUT", "PATCH", "DELETE"].includes(label("verb"));
      if (isOurs && isWrite) writes += Number(line.slice(line.lastIndexOf(" ")));
    }
    return writes;
  }

  /** Waits until nothing more is written: Events and history come after the runs, and are no part of what is next. */
  async untilQuiet(): Promise<void> {
    let before = -1;
    for (let waitedMs = 0; waitedMs < QUIET_LIMIT_MS; waitedMs += QUIET_MS) {
      const writes = await this.writes();
      if (writes === before) return;
      before = writes;
      await sleep(QUIET_MS);
    }
  }
}
