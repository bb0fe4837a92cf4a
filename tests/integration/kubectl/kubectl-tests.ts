import { join } from "node:path";
import type { Test } from "uvu";
import { type CommandResult, runCommand } from "../../cluster/control-plane/run-command.ts";
import { ApiServer } from "../../support/api-server.ts";
import { findProgram, leaveOutWithout } from "../../support/find-program.ts";

/** A standalone API, and a stock kubectl that has its kubeconfig and a cache of its own. */
export class KubectlTests {
  readonly api: ApiServer;
  readonly #binary: string;

  /** Starts a server; undefined where no kubectl is installed, which is an error in CI. */
  static async start(): Promise<KubectlTests | undefined> {
    const binary = findProgram("kubectl");
    if (binary !== undefined) return new KubectlTests(await ApiServer.start(), binary);
    if (process.env["CI"] === "true") throw new Error("CI has to have a kubectl");
    return undefined;
  }

  private constructor(api: ApiServer, binary: string) {
    this.api = api;
    this.#binary = binary;
  }

  /** Runs kubectl to its end, whatever that is. */
  try(args: readonly string[], input?: unknown): Promise<CommandResult> {
    const { kubeconfig, folder } = this.api;
    const text = typeof input === "string" ? input : JSON.stringify(input);
    return runCommand(
      this.#binary,
      // kubectl keys its cache by host and port, and another server may have had that port before.
      [
        `--kubeconfig=${kubeconfig}`,
        `--cache-dir=${join(folder.path, "cache")}`,
        "--request-timeout=10s",
        ...args,
      ],
      input === undefined ? {} : { input: text },
    );
  }

  /** Runs kubectl, which must succeed, and answers what it printed. */
  async run(args: readonly string[], input?: unknown): Promise<string> {
    const { code, stdout, stderr } = await this.try(args, input);
    if (code === 0) return stdout;
    throw new Error(`kubectl ${args.join(" ")} ended with ${code}: ${stderr}`);
  }

  /** Runs kubectl, which must fail, and answers its complaint. */
  async complaint(args: readonly string[], input?: unknown): Promise<string> {
    const { code, stdout, stderr } = await this.try(args, input);
    if (code !== 0) return stderr;
    throw new Error(`kubectl ${args.join(" ")} was to fail, but printed: ${stdout}`);
  }
}

/** Gives a suite its tests where kubectl is; elsewhere one that says that they are left out, and that it really is not. */
export function testsWith(
  kubectl: KubectlTests | undefined,
  test: Test,
): (name: string, run: (kubectl: KubectlTests) => Promise<void>) => void {
  if (kubectl !== undefined) return (name, run) => test(name, () => run(kubectl));
  test("has no kubectl to run", () => leaveOutWithout("kubectl", "the standalone API under kubectl"));
  return () => {};
}
