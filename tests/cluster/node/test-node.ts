import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { ClusterFolder } from "../control-plane/cluster-folder.ts";
import { livePid } from "../control-plane/component.ts";
import { runSuccessfully } from "../control-plane/run-command.ts";
import { processesBelow } from "./cgroups.ts";
import { NODE_NAME } from "./node-files.ts";
import type { NodeNetwork } from "./node-network.ts";

/** What every process that uses a node must know of it. */
export type NodeState = { readonly network: NodeNetwork; readonly ctr: string };

/** The test cluster's node, as the tests hold it. */
export class TestNode {
  readonly #folder: ClusterFolder;
  readonly #state: NodeState;

  private constructor(folder: ClusterFolder, state: NodeState) {
    this.#folder = folder;
    this.#state = state;
  }

  /** Holds a node that has been started, and leaves its state for other processes. */
  static own(folder: ClusterFolder, state: NodeState): TestNode {
    folder.write(STATE_FILE, JSON.stringify(state));
    return new TestNode(folder, state);
  }

  /** Holds the node that another process started in a cluster's folder, if there is one. */
  static find(folder: ClusterFolder): TestNode | undefined {
    const path = folder.at(STATE_FILE);
    if (!existsSync(path)) return undefined;
    return new TestNode(folder, JSON.parse(readFileSync(path, "utf8")) as NodeState);
  }

  /** The node's name in the cluster. */
  get name(): string {
    return NODE_NAME;
  }

  /** This machine's address as pods see it: a server of the tests listens here. */
  get hostAddress(): string {
    return this.#state.network.hostAddress;
  }

  /** The network link to the node, as this machine calls it. */
  get link(): string {
    return this.#state.network.link;
  }

  /** Imports an archive of an image, so that pods can run it without any registry. */
  async importImage(archive: string): Promise<void> {
    await this.#ctr("images", "import", "--snapshotter", "overlayfs", archive);
  }

  /** Ends every process of a pod as a failure does; the kubelet starts its containers again. */
  killPod(uid: string): void {
    const processes = processesBelow(basename(this.#folder.path), `pod${uid}`);
    if (processes.length === 0) throw new Error(`no process of the pod ${uid} runs`);
    for (const pid of processes) process.kill(pid, "SIGKILL");
  }

  /** Cuts every connection of the node and its pods to the API server, once: watches, and requests under way. */
  cutConnections(): void {
    const pid = livePid(this.#folder, "api-forwarder");
    if (pid === undefined) throw new Error("the way to the API server is not there");
    process.kill(pid, "SIGHUP");
  }

  async #ctr(...args: readonly string[]): Promise<void> {
    const socket = this.#folder.at("node", "containerd.sock");
    await runSuccessfully(this.#state.ctr, ["--address", socket, "--namespace", "k8s.io", ...args]);
  }
}

const STATE_FILE = "node/state.json";
