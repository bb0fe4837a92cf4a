import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Report } from "../control-plane/binaries/build-binary.ts";
import { cacheFolder } from "../control-plane/binaries/cache-folder.ts";
import { runSuccessfully } from "../control-plane/run-command.ts";
import { findRunc } from "./find-runc.ts";

/** What runs containers: the folder of containerd, its shim, ctr, the CNI plugins and pause; and runc. */
export type NodeTools = { readonly folder: string; readonly runc: string };

const goModuleFolder = fileURLToPath(new URL("./go", import.meta.url));
const NICENESS = "10";

/**
 * Finds the tools of a node in the user's cache, or builds them into it from the Go module beside this file.
 *
 * @throws Error when they can't be built, or no runc be had.
 */
export async function findNodeTools(report: Report): Promise<NodeTools> {
  const folder = cacheFolder(`node-containerd-${versionOf(CONTAINERD)}-cni-${versionOf(CNI_PLUGINS)}`);
  if (!existsSync(folder)) await build(folder, report);
  return { folder, runc: await findRunc(report) };
}

async function build(folder: string, report: Report): Promise<void> {
  const startedAt = performance.now();
  report("building containerd and the CNI plugins (about 3 minutes when nothing is cached)…");
  const unfinished = `${folder}.${process.pid}.unfinished`;
  mkdirSync(unfinished, { recursive: true });
  try {
    const env = { CGO_ENABLED: "0", GOWORK: "off", GOFLAGS: "-mod=readonly" };
    const flags = ["-trimpath", "-ldflags", "-s -w", "-o", `${unfinished}/`];
    await runSuccessfully("nice", ["-n", NICENESS, "go", "build", ...flags, "tool", "./pause"], {
      cwd: goModuleFolder,
      env,
    });
    await runSuccessfully(join(unfinished, "containerd"), ["--version"]);
    // A process that dies before this line leaves no folder of that name: it is there whole or not at all.
    if (!existsSync(folder)) renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  report(`built containerd and the CNI plugins in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
}

const CONTAINERD = "github.com/containerd/containerd/v2";
const CNI_PLUGINS = "github.com/containernetworking/plugins";

function versionOf(goModule: string): string {
  const lines = readFileSync(join(goModuleFolder, "go.mod"), "utf8").split("\n");
  const version = lines
    .map((line) => line.trim().split(" "))
    .find(([name, version]) => name === goModule && version?.startsWith("v"))?.[1];
  if (version === undefined)
    throw new Error(`go.mod of the test cluster's node does not require ${goModule}`);
  return version;
}
