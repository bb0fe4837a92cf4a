import { readFileSync } from "node:fs";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import { GROUP, VERSION } from "../../../lib/api/group.ts";
import { openKubernetesStore } from "../../../runtime/adapters/kubernetes/open-kubernetes-store.ts";
import { SystemClock } from "../../../runtime/adapters/node/system-clock.ts";
import { SystemRandom } from "../../../runtime/adapters/node/system-random.ts";
import { SystemTimers } from "../../../runtime/adapters/node/system-timers.ts";
import type { Store } from "../../../runtime/ports/store.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { aRunDraft } from "../intake/a-run-body.ts";
import { type Load, type LoadPlan, postLoad } from "../load/post-load.ts";

/** A namespace of a cluster that a bench fills, and the bare client beside which the product is measured. */
export class BenchCluster {
  readonly plane: ControlPlane;
  readonly namespace: string;
  readonly #tls: NonNullable<LoadPlan["tls"]>;

  private constructor(plane: ControlPlane, namespace: string) {
    this.plane = plane;
    this.namespace = namespace;
    const [cluster, user] = [plane.adminConfig.getCurrentCluster(), plane.adminConfig.getCurrentUser()];
    this.#tls = {
      ca: pem(cluster?.caData, cluster?.caFile),
      cert: pem(user?.certData, user?.certFile),
      key: pem(user?.keyData, user?.keyFile),
    };
  }

  /** Makes a namespace of its own. */
  static async make(plane: ControlPlane): Promise<BenchCluster> {
    return new BenchCluster(plane, await plane.makeNamespace());
  }

  /** Writes objects as the product's own store does. */
  async write(work: (store: Store) => Promise<void>): Promise<void> {
    const ports = { clock: new SystemClock(), timers: new SystemTimers(), random: new SystemRandom() };
    const { store, close } = openKubernetesStore({ config: this.plane.adminConfig, ...ports });
    try {
      await work(store);
    } finally {
      await close();
    }
  }

  /** Creates runs with nothing but an undici client, as fast as so many connections can. */
  bareCreates(connections: number, windowMs: number): Promise<Load> {
    return postLoad({
      url: this.plane.url,
      tls: this.#tls,
      path: `/apis/${GROUP}/${VERSION}/namespaces/${this.namespace}/${AgentRunResource.plural}`,
      headers: { "content-type": "application/json" },
      body: () => JSON.stringify(aRunDraft(this.namespace)),
      connections,
      expected: 201,
      warmUpMs: 1_000,
      windowMs,
    });
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
}

function pem(data: string | undefined, file: string | undefined): string {
  if (data !== undefined) return Buffer.from(data, "base64").toString("utf8");
  return file === undefined ? "" : readFileSync(file, "utf8");
}
