import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { Pool } from "undici";
import { type AgentEvent, AgentEventResource } from "../../../lib/api/agent-event.ts";
import { type AgentRun, AgentRunResource } from "../../../lib/api/agent-run.ts";
import { GROUP, VERSION } from "../../../lib/api/group.ts";
import type { Draft } from "../../../lib/api/object.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { aRunDraft } from "../intake/a-run-body.ts";
import { BENCH_PLACE, seedIntake } from "../intake/seed-intake.ts";
import { type Load, type LoadPlan, postLoad } from "../load/post-load.ts";
import { BenchCluster } from "./bench-cluster.ts";
import type { WrittenRun } from "./written-run.ts";

const HEADERS = { "content-type": "application/json" };

/**
 * Writes to an API server with nothing but undici, in a namespace that no replica of the product watches: what a
 * watcher costs the server is a cost of the product.
 */
export class BareClient {
  readonly #url: string;
  readonly #namespace: string;
  readonly #ownerUID: string;
  readonly #tls: NonNullable<LoadPlan["tls"]>;

  private constructor(plane: ControlPlane, owner: AgentEvent) {
    const [cluster, user] = [plane.adminConfig.getCurrentCluster(), plane.adminConfig.getCurrentUser()];
    this.#url = plane.url;
    this.#namespace = owner.metadata.namespace ?? "";
    this.#ownerUID = owner.metadata.uid;
    this.#tls = {
      ca: pem(cluster?.caData, cluster?.caFile),
      cert: pem(user?.certData, user?.certFile),
      key: pem(user?.keyData, user?.keyFile),
    };
  }

  /** Makes a namespace of its own, with the event that its runs belong to. */
  static async make(plane: ControlPlane): Promise<BareClient> {
    const cluster = await BenchCluster.make(plane);
    const { namespace } = cluster;
    const owner = await cluster.withStore(async (store) => {
      await seedIntake(store, namespace);
      return store.get(AgentEventResource, { namespace, name: BENCH_PLACE.event });
    });
    if (owner === undefined) throw new Error("the bench's event has been seeded");
    return new BareClient(plane, owner);
  }

  /** Creates runs as fast as so many connections can. */
  creates(connections: number, windowMs: number): Promise<Load> {
    return postLoad({
      url: this.#url,
      tls: this.#tls,
      path: this.#runs,
      headers: HEADERS,
      body: () => JSON.stringify(this.#draft()),
      connections,
      expected: 201,
      warmUpMs: 1_000,
      windowMs,
    });
  }

  /** Writes a second of one that writes what a run takes, again and again, each write as soon as the last is answered. */
  async sameWrites(written: WrittenRun, connections: number, windowMs: number): Promise<number> {
    const pool = new Pool(this.#url, { connections, connect: this.#tls });
    let writes = 0;
    const startedAt = performance.now();
    const writer = async () => {
      while (performance.now() - startedAt < windowMs) {
        const made = await this.#writeRun(pool, written);
        writes += made;
      }
    };
    await Promise.all(Array.from({ length: connections }, writer));
    const seconds = (performance.now() - startedAt) / 1_000;
    await pool.close();
    return writes / seconds;
  }

  /** The same run that a fire creates, but for its names. */
  #draft(): Draft<AgentRun> {
    return aRunDraft(this.#namespace, this.#ownerUID);
  }

  get #runs(): string {
    return `/apis/${GROUP}/${VERSION}/namespaces/${this.#namespace}/${AgentRunResource.plural}`;
  }

  async #writeRun(pool: Pool, { run, statuses }: WrittenRun): Promise<number> {
    const { name, ownerReferences } = this.#draft().metadata;
    const metadata = { name, namespace: this.#namespace, labels: run.metadata.labels, ownerReferences };
    const { apiVersion, kind, spec } = run;
    let stored = await send(pool, "POST", this.#runs, { apiVersion, kind, metadata, spec });
    for (const status of statuses)
      stored = await send(pool, "PUT", `${this.#runs}/${name}/status`, { ...stored, status });
    return 1 + statuses.length;
  }
}

async function send(pool: Pool, method: "POST" | "PUT", path: string, body: object): Promise<object> {
  const answer = await pool.request({ method, path, headers: HEADERS, body: JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode >= 300)
    throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
  return JSON.parse(text) as object;
}

function pem(data: string | undefined, file: string | undefined): string {
  if (data !== undefined) return Buffer.from(data, "base64").toString("utf8");
  return file === undefined ? "" : readFileSync(file, "utf8");
}
