import { rmSync } from "node:fs";
import { sweepNode } from "../node/sweep-node.ts";
import type { ClusterFolder } from "./cluster-folder.ts";
import { type Component, stopComponent } from "./component.ts";

/** Those that depend on others first. */
const ENDING_ORDER: readonly Component["name"][] = [
  "node",
  "api-forwarder",
  "kube-scheduler",
  "kube-controller-manager",
  "kube-apiserver",
  "etcd",
];

/**
 * Ends every process of a test cluster and removes its folder. Nothing in it is wanted again, so nothing
 * is asked to end gently.
 */
export async function sweep(folder: ClusterFolder): Promise<void> {
  for (const name of ENDING_ORDER) await stopComponent(folder, name, "SIGKILL");
  await sweepNode(folder);
  rmSync(folder.path, { recursive: true, force: true });
}
