import { runCommand } from "../run-command.ts";
import { builtVersion } from "./kubernetes-version.ts";

/** The commands that the Go module of the test cluster can build. */
export type BinaryName =
  | "etcd"
  | "kube-apiserver"
  | "kube-controller-manager"
  | "kube-scheduler"
  | "kubelet"
  | "kubectl";

/** The version that a command of the Go module has, as it prints it itself. */
export function versionOf(name: BinaryName): string {
  return name === "etcd"
    ? builtVersion("go.etcd.io/etcd/server/v3").replace(/^v/, "")
    : builtVersion("k8s.io/kubernetes");
}

/** Asks a binary for its version: `undefined` when it is missing or can't run. */
export async function askVersion(name: BinaryName, path: string): Promise<string | undefined> {
  const args = name === "kubectl" ? ["version", "--client"] : ["--version"];
  try {
    const { code, stdout } = await runCommand(path, args);
    if (code !== 0) return undefined;
    return /\bv?\d+\.\d+\.\d+\S*/.exec(stdout)?.[0];
  } catch {
    return undefined;
  }
}
