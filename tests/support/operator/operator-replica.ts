import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { until } from "../../cluster/control-plane/until.ts";

/** Names a file that replicas run in the place of the source: the operator's bundle, which starts in half the time. */
export const BUILT_OPERATOR = "TOCSIN_TEST_OPERATOR";

const SOURCE = [fileURLToPath(new URL("../../../runtime/cli/main.ts", import.meta.url)), "operator"];
/** Far more than a start takes, also on a busy machine. */
const LIMIT_MS = 60_000;
const KEPT_OUTPUT = 20_000;

/** How a replica is started. */
export type ReplicaOptions = {
  readonly kubeconfig: string;
  readonly identity: string;
  readonly env?: Readonly<Record<string, string>>;
};

/** One `tocsin operator`, as a process of its own. */
export class OperatorReplica {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  readonly #addresses = new Map<string, string>();
  #output = "";
  #isEnded = false;

  constructor({ kubeconfig, identity, env = {} }: ReplicaOptions) {
    const built = process.env[BUILT_OPERATOR];
    const program = built === undefined ? SOURCE : [built];
    const command = ["--disable-warning=ExperimentalWarning", ...program, "--kubeconfig", kubeconfig];
    this.#child = spawn(process.execPath, command, {
      env: {
        ...process.env,
        TOCSIN_IDENTITY: identity,
        TOCSIN_WEBHOOK_PORT: "0",
        TOCSIN_METRICS_PORT: "0",
        TOCSIN_STAND_IN_PORT: "0",
        TOCSIN_FIRE_RATE: "0",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        this.#output = `${this.#output}${chunk.toString("utf8")}`.slice(-KEPT_OUTPUT);
      });
    this.#ended = new Promise((resolve) =>
      this.#child.once("close", (code) => {
        this.#isEnded = true;
        resolve(code);
      }),
    );
  }

  /** Starts a replica and waits until it listens. Throws with its output where it ends instead. */
  static async start(options: ReplicaOptions): Promise<OperatorReplica> {
    const replica = new OperatorReplica(options);
    await until("the operator listens", LIMIT_MS, () => {
      if (replica.#isEnded) throw new Error(`the operator has ended: ${replica.#output}`);
      return replica.webhookURL !== "" && replica.#address("metrics at") !== undefined ? true : undefined;
    });
    return replica;
  }

  /** Base address of its webhooks. */
  get webhookURL(): string {
    return this.#address("webhooks at") ?? "";
  }

  /** What it said last. */
  get output(): string {
    return this.#output;
  }

  /** Whether it says that it leads; false where it is gone. */
  async isLeading(): Promise<boolean> {
    const answer = await fetch(this.#address("metrics at") ?? "").catch(() => undefined);
    return /^tocsin_leader 1$/m.test((await answer?.text()) ?? "");
  }

  /** Waits until it leads. */
  async untilLeading(limitMs = LIMIT_MS): Promise<void> {
    await until("the operator leads", limitMs, async () => ((await this.isLeading()) ? true : undefined));
  }

  /** Waits until its caches are full. */
  async untilReady(limitMs = LIMIT_MS): Promise<void> {
    const url = (this.#address("metrics at") ?? "").replace("/metrics", "/readyz");
    await until("the operator is ready", limitMs, async () => {
      const answer = await fetch(url).catch(() => undefined);
      return answer?.ok === true ? true : undefined;
    });
  }

  /** Ends it as a machine's failure does. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  /** Ends it as Kubernetes does; answers its exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill("SIGTERM");
    const killer = setTimeout(() => this.#child.kill("SIGKILL"), LIMIT_MS);
    const code = await this.#ended;
    clearTimeout(killer);
    return code;
  }

  /** Remembered, because only the end of what it says is kept. */
  #address(what: string): string | undefined {
    const found = this.#addresses.get(what) ?? new RegExp(`${what} (http\\S+)`).exec(this.#output)?.[1];
    if (found !== undefined) this.#addresses.set(what, found);
    return found;
  }
}
