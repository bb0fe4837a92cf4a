import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The Go module whose commands are the components. */
export const goModuleFolder = fileURLToPath(new URL("../go", import.meta.url));

/**
 * Reads from the Go module which version a component is built at.
 *
 * @throws Error when go.mod does not name the module.
 */
export function builtVersion(goModule: "k8s.io/kubernetes" | "go.etcd.io/etcd/server/v3"): string {
  const text = readFileSync(`${goModuleFolder}/go.mod`, "utf8");
  const line = text.split("\n").find((candidate) => candidate.trim().startsWith(`${goModule} v`));
  const version = line?.trim().split(" ")[1];
  if (version === undefined) throw new Error(`go.mod of the test cluster does not require ${goModule}`);
  return version;
}
