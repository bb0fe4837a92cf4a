import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type CommandResult, runCommand } from "../../cluster/control-plane/run-command.ts";
import { ApiServer } from "../../support/api-server.ts";

/** A standalone API, and a stock kubectl that has its kubeconfig and a cache of its own. */
export class KubectlTests {
  readonly api: ApiServer;
  readonly #binary: string;

  /** Starts a server; undefined where no kubectl is installed, which is said, and an error in CI. */
  static async start(): Promise<KubectlTests | undefined> {
    const binary = findKubectl();
    if (binary !== undefined) return new KubectlTests(await ApiServer.start(), binary);
    process.stdout.write("\nleft out: the standalone API under kubectl: no kubectl on the PATH\n");
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

function findKubectl(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, "kubectl")).find(existsSync);
}
