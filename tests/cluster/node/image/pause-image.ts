import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ClusterFolder } from "../../control-plane/cluster-folder.ts";
import type { TestNode } from "../test-node.ts";
import { PAUSE_IMAGE, packImage } from "./image-archive.ts";

/** Imports the image of the process that holds a pod's namespaces. */
export async function importPause(node: TestNode, folder: ClusterFolder, tools: string): Promise<void> {
  const root = folder.at("images", "pause", "root");
  mkdirSync(root, { recursive: true });
  copyFileSync(join(tools, "pause"), join(root, "pause"));
  const config = { names: [PAUSE_IMAGE], user: "65535:65535", command: ["/pause"] };
  await node.importImage(await packImage(config, [root], folder.at("images", "pause")));
}
