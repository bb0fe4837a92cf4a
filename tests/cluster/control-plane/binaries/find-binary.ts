import { delimiter, join } from "node:path";
import { buildBinary, type Report } from "./build-binary.ts";
import { cacheFolder } from "./cache-folder.ts";
import { askVersion, type BinaryName, versionOf } from "./component-binary.ts";
import { builtVersion } from "./kubernetes-version.ts";

/** Thrown when the machine has no control plane and can't make one; its message says what is missing. */
export class BinaryIsUnavailable extends Error {}

/** kubectl speaks to servers a few versions away; one older than this lacks what the tests ask of it. */
const OLDEST_KUBECTL_MINOR = 30;

/**
 * Finds a component's binary: in the folder that `KUBEBUILDER_ASSETS` names, in the user's cache, for
 * kubectl on the `PATH`, and otherwise builds it into the cache.
 *
 * @throws BinaryIsUnavailable when it can't be built either.
 */
export async function findBinary(name: BinaryName, report: Report): Promise<string> {
  const asset = await assetOf(name);
  if (asset !== undefined) return asset;
  const cached = join(cacheFolder(builtVersion("k8s.io/kubernetes")), name);
  if ((await askVersion(name, cached)) === versionOf(name)) return cached;
  const installed = name === "kubectl" ? await installedKubectl() : undefined;
  if (installed !== undefined) return installed;
  try {
    await buildBinary(name, cached, report);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BinaryIsUnavailable(
      `there is no ${name}: KUBEBUILDER_ASSETS and the cache have none, and it can't be built: ${reason}`,
      { cause },
    );
  }
  return cached;
}

async function assetOf(name: BinaryName): Promise<string | undefined> {
  const folder = process.env["KUBEBUILDER_ASSETS"];
  if (folder === undefined || folder === "") return undefined;
  const path = join(folder, name);
  return (await askVersion(name, path)) === undefined ? undefined : path;
}

async function installedKubectl(): Promise<string | undefined> {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(folder, "kubectl");
    const minor = (await askVersion("kubectl", path))?.split(".")[1];
    if (minor !== undefined && Number(minor) >= OLDEST_KUBECTL_MINOR) return path;
  }
  return undefined;
}
