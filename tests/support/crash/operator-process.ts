import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { OperatorNews, OperatorOrders } from "./operator-entry.ts";

const entryPath = fileURLToPath(new URL("./operator-entry.ts", import.meta.url));
/** As much of what a process said last as explains why it ended. */
const KEPT_OUTPUT = 4_000;

/** Far more than a start takes, also on a busy machine. */
const LIMIT_MS = 60_000;

export type Listening = Extract<OperatorNews, { kind: "listening" }>;

/** One life of an operator: a process on a data folder, from its start to its death. */
export class OperatorProcess {
  readonly #child: ChildProcess;
  readonly #bornMs = performance.now();
  readonly #news: OperatorNews[] = [];
  readonly #died = Promise.withResolvers<NodeJS.Signals | null>();
  #wake: () => void = () => {};
  #isDead = false;
  #output = "";

  constructor(dataFolder: string, providerURL: string, orders: OperatorOrders) {
    const env = {
      ...process.env,
      TOCSIN_TEST_ORDERS: JSON.stringify(orders),
      TOCSIN_DATA: dataFolder,
      OPENAI_BASE_URL: providerURL,
      TOCSIN_LOG_LEVEL: process.env.TOCSIN_LOG_LEVEL ?? "error",
      TOCSIN_FIRE_RATE: "0",
      TOCSIN_API_PORT: "0",
      TOCSIN_WEBHOOK_PORT: "0",
      TOCSIN_METRICS_PORT: "0",
    };
    const execArgv = ["--disable-warning=ExperimentalWarning"];
    this.#child = fork(entryPath, { env, execArgv, silent: true });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.#output = `${this.#output}${chunk.toString("utf8")}`.slice(-KEPT_OUTPUT);
      });
    }
    this.#child.on("message", (news) => {
      this.#news.push(news as OperatorNews);
      this.#wake();
    });
    this.#child.on("exit", (_, signal) => {
      this.#isDead = true;
      this.#died.resolve(signal);
      this.#wake();
    });
  }

  /** What the process said last. */
  get output(): string {
    return this.#output;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  get ageMs(): number {
    return performance.now() - this.#bornMs;
  }

  /** Waits for news of a kind; undefined where the process dies first. */
  async news<K extends OperatorNews["kind"]>(
    kind: K,
  ): Promise<Extract<OperatorNews, { kind: K }> | undefined> {
    for (;;) {
      const found = this.#news.find((each) => each.kind === kind);
      if (found !== undefined) return found as Extract<OperatorNews, { kind: K }>;
      if (this.#isDead) return undefined;
      await new Promise<void>((resolve) => {
        const limit = setTimeout(resolve, LIMIT_MS);
        this.#wake = () => {
          clearTimeout(limit);
          resolve();
        };
      });
      if (performance.now() - this.#bornMs > 3 * LIMIT_MS) throw new Error(`no ${kind}: ${this.#output}`);
    }
  }

  send(order: "settle" | "stop"): void {
    this.#child.send(order);
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  /** Resolves with the signal that ended the process. */
  get died(): Promise<NodeJS.Signals | null> {
    return this.#died.promise;
  }
}
