import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Label } from "../../../lib/api/keys.ts";
import type { ControlPlane } from "../../cluster/control-plane/control-plane.ts";
import { PlayedPod, type PodObject } from "./played-pod.ts";

const POLL_MS = 100;
/** Of 127.0.0.0/8, which is all of this machine: each pod has an address of its own, and port 8080 is free there. */
const NETWORK = `127.${100 + (process.pid % 100)}`;

/**
 * A kubelet as far as an agent's pod needs one, on a cluster without nodes: starts the real process of each pod with
 * the files that its Deployment mounts, probes it, and writes what it finds into the pod's status.
 */
export class PlayedKubelet {
  readonly #plane: ControlPlane;
  readonly #namespace: string;
  readonly #pods = new Map<string, PlayedPod>();
  readonly #folder = mkdtempSync(join(tmpdir(), "tocsin-played-"));
  readonly #end = new AbortController();
  readonly #running: Promise<void>;
  #addresses = 0;

  private constructor(plane: ControlPlane, namespace: string) {
    this.#plane = plane;
    this.#namespace = namespace;
    this.#running = this.#run();
  }

  /** Begins to run the agents' pods of a namespace. */
  static play(plane: ControlPlane, namespace: string): PlayedKubelet {
    return new PlayedKubelet(plane, namespace);
  }

  /** Every pod that runs. */
  get pods(): readonly PlayedPod[] {
    return [...this.#pods.values()];
  }

  /** What the agents' processes have logged lately. */
  get output(): string {
    return this.pods.map((pod) => `${pod.name}: ${pod.output}`).join("\n");
  }

  /** Ends every process. */
  async stop(): Promise<void> {
    this.#end.abort();
    await this.#running;
    await Promise.all(this.pods.map((pod) => pod.kill()));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #run(): Promise<void> {
    while (!this.#end.signal.aborted) {
      const found = await this.#list();
      for (const pod of found) this.#start(pod);
      const present = new Set(found.map(({ metadata }) => metadata.uid));
      for (const [uid, pod] of this.#pods) {
        if (present.has(uid)) await pod.sync();
        else {
          // A pod without a node is gone as soon as it is deleted: nobody is there to wait for.
          this.#pods.delete(uid);
          void pod.kill();
        }
      }
      await delay(POLL_MS);
    }
  }

  async #list(): Promise<readonly PodObject[]> {
    const path = `/api/v1/namespaces/${this.#namespace}/pods?labelSelector=${Label.agent}`;
    type PodList = { readonly items: readonly PodObject[] };
    return (await this.#plane.client.tryGet<PodList>(path))?.items ?? [];
  }

  /** A pod that a test has made by hand is the test's to play. */
  #start(pod: PodObject): void {
    const { uid, name, ownerReferences = [] } = pod.metadata;
    if (this.#pods.has(uid) || ownerReferences.length === 0) return;
    this.#addresses += 1;
    const address = `${NETWORK}.${Math.floor(this.#addresses / 250)}.${1 + (this.#addresses % 250)}`;
    const played = new PlayedPod({
      client: this.#plane.client,
      pod,
      address,
      folder: join(this.#folder, name),
    });
    this.#pods.set(uid, played);
  }
}
