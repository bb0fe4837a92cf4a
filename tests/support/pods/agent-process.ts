import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "../../cluster/control-plane/until.ts";

const mainPath = fileURLToPath(new URL("../../../runtime/cli/agent-main.ts", import.meta.url));
const KEPT_OUTPUT = 20_000;

/** The process of an agent's pod, with the files that its Deployment would mount. */
export class AgentProcess {
  readonly #child: ChildProcess;
  readonly #folder: string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  #output = "";
  #isEnded = false;

  /** Starts it. Files are named by their path below the folder, environment as the Deployment's. */
  constructor(
    folder: string,
    files: Readonly<Record<string, string>>,
    env: Readonly<Record<string, string>>,
  ) {
    this.#folder = folder;
    for (const [path, text] of Object.entries(files)) this.write(path, text);
    this.#child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", mainPath], {
      env: { PATH: process.env["PATH"], TOCSIN_AGENT_FOLDER: folder, ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#child.stderr?.on("data", (chunk: Buffer) => {
      this.#output = `${this.#output}${chunk.toString("utf8")}`.slice(-KEPT_OUTPUT);
    });
    this.ended = new Promise((resolve) =>
      this.#child.once("close", (code) => {
        this.#isEnded = true;
        resolve(code);
      }),
    );
  }

  /** What it has logged lately. */
  get output(): string {
    return this.#output;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Waits for a line of its log. Throws where it ends instead. */
  async says(words: string, limitMs = 60_000): Promise<void> {
    await until(`the agent says "${words}"`, limitMs, () => {
      if (this.#output.includes(words)) return true;
      if (this.#isEnded) throw new Error(`the agent has ended: ${this.#output}`);
      return undefined;
    });
  }

  /** Puts a file in place at once, as the kubelet does on a rotation; without a text it goes. */
  write(path: string, text: string | undefined): void {
    const file = join(this.#folder, path);
    mkdirSync(dirname(file), { recursive: true });
    if (text === undefined) {
      rmSync(file, { force: true });
      return;
    }
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  }

  signal(signal: "SIGTERM" | "SIGKILL"): void {
    this.#child.kill(signal);
  }
}
