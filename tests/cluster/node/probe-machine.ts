import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../control-plane/run-command.ts";
import { cgroupHierarchies } from "./cgroups.ts";

/** Thrown when this machine can't run a node; its message says why. */
export class NodeIsUnavailable extends Error {}

/** Everything at once that a machine has to allow: namespaces, mounts of overlays, bridges and veths. */
const PROBE = `set -e
mount -t overlay probe -o "lowerdir=$0/lower,upperdir=$0/upper,workdir=$0/work" "$0/merged"
ip link add probe type bridge
ip link add one type veth peer name other`;

/**
 * Tries what a node does to its machine, in namespaces that end with the trial.
 *
 * @throws NodeIsUnavailable with the reason.
 */
export async function probeMachine(): Promise<void> {
  if (process.platform !== "linux") throw new NodeIsUnavailable("a kubelet runs on Linux alone");
  if (process.getuid?.() !== 0) throw new NodeIsUnavailable("only root can run a kubelet");
  const hierarchies = cgroupHierarchies();
  if (hierarchies.length === 0) throw new NodeIsUnavailable("no cgroups are mounted");
  for (const path of hierarchies) {
    try {
      accessSync(path, constants.W_OK);
    } catch {
      throw new NodeIsUnavailable(`cgroups can't be made in ${path}`);
    }
  }
  await tryNamespaces();
}

async function tryNamespaces(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tocsin-test-node-"));
  try {
    const make = `mkdir "$0/lower" "$0/upper" "$0/work" "$0/merged"\n${PROBE}`;
    const flags = ["--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"];
    const { code, stderr } = await runCommand("unshare", [...flags, "bash", "-c", make, folder]);
    if (code !== 0) throw new NodeIsUnavailable(`namespaces, overlays or bridges: ${stderr.trim()}`);
  } catch (cause) {
    if (cause instanceof NodeIsUnavailable) throw cause;
    throw new NodeIsUnavailable("unshare of util-linux can't be run", { cause });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
