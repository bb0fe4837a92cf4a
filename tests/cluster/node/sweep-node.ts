import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { ClusterFolder } from "../control-plane/cluster-folder.ts";
import { removeCgroup } from "./cgroups.ts";
import { unlinkNode } from "./node-network.ts";

/** Name of the cgroup that the pods of a cluster's node are in. */
export function cgroupOf(folder: ClusterFolder): string {
  return basename(folder.path);
}

/** Notes a node's link for whoever sweeps. One that was never noted goes with the node's last process. */
export function noteLink(folder: ClusterFolder, link: string): void {
  folder.write(LINK_FILE, link);
}

/** Removes what a node leaves on the machine outside its cluster's folder, once its processes are gone. */
export async function sweepNode(folder: ClusterFolder): Promise<void> {
  if (!existsSync(folder.at("node"))) return; // none was started
  if (existsSync(folder.at(LINK_FILE))) await unlinkNode(readFileSync(folder.at(LINK_FILE), "utf8"));
  await removeCgroup(cgroupOf(folder));
}

const LINK_FILE = "node/link";
