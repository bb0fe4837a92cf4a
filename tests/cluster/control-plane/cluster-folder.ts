import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Component } from "./component.ts";
import type { ClusterBaseline } from "./reset-cluster.ts";

/** What every process that uses a test cluster must know of it. */
export type ClusterState = {
  /** Whether the tests run the control plane themselves, so that they may stop it and read its audit log. */
  readonly isOwned: boolean;
  /** The server's version, as it calls itself. */
  readonly version: string;
  /** What the cluster held before the first test: `reset` leaves it alone. */
  readonly baseline: ClusterBaseline;
  /** Empty when the cluster is not owned. */
  readonly components: readonly Component[];
};

/** The temporary folder of one test cluster: its keys, logs, process ids, data and state. */
export class ClusterFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Makes an empty folder that only this user can read. */
  static make(): ClusterFolder {
    const folder = new ClusterFolder(mkdtempSync(join(tmpdir(), "tocsin-test-cluster-")));
    for (const name of ["pki", "pids", "logs", "kubeconfigs"]) mkdirSync(join(folder.path, name));
    return folder;
  }

  /** A path inside the folder. */
  at(...names: readonly string[]): string {
    return join(this.path, ...names);
  }

  /** Writes a file that only this user can read, and answers its path. */
  write(name: string, text: string): string {
    const path = this.at(name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  }

  /** Leaves the cluster's state for other processes. */
  save(state: ClusterState): void {
    this.write("state.json", JSON.stringify(state));
  }

  /**
   * Reads what `save` left.
   *
   * @throws Error when the cluster is gone.
   */
  state(): ClusterState {
    const path = this.at("state.json");
    if (!existsSync(path)) throw new Error(`the test cluster of ${this.path} is gone`);
    return JSON.parse(readFileSync(path, "utf8")) as ClusterState;
  }

  /** Path of the cluster-admin's kubeconfig. */
  get adminKubeconfig(): string {
    return this.at("kubeconfigs", "admin");
  }

  /** Path of the API server's audit log: a JSON event a line. */
  get auditLog(): string {
    return this.at("logs", "audit.jsonl");
  }
}
