import { findBinary } from "./binaries/find-binary.ts";
import type { ControlPlane } from "./control-plane.ts";
import { type CommandResult, runCommand } from "./run-command.ts";

/** What a kubectl command is run with. */
export type KubectlOptions = {
  /** Path of the kubeconfig of whoever runs it; the admin's unless given. */
  readonly kubeconfig?: string;
  /** Text for its standard input, as `-f -` reads it. */
  readonly input?: string;
};

/**
 * Runs kubectl against a test cluster, to its end, whatever that is.
 *
 * Its discovery cache is the cluster's own: kubectl keys it by host and port, and another cluster may have
 * had that port before.
 */
export async function kubectl(
  controlPlane: ControlPlane,
  args: readonly string[],
  options: KubectlOptions = {},
): Promise<CommandResult> {
  const binary = await findBinary("kubectl", () => undefined);
  const kubeconfig = options.kubeconfig ?? controlPlane.kubeconfig;
  return await runCommand(
    binary,
    [`--kubeconfig=${kubeconfig}`, `--cache-dir=${controlPlane.folder}/kubectl-cache`, ...args],
    options.input === undefined ? {} : { input: options.input },
  );
}
