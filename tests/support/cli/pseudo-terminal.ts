import { execFile, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Whether there is a program that draws what a terminal would show. */
export function hasTmux(): boolean {
  return spawnSync("tmux", ["-V"]).status === 0;
}

/** What is run in a terminal. */
export type TerminalOptions = {
  readonly columns: number;
  readonly rows: number;
  /** A line for the shell. */
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
};

/** Far more than anything here takes, also on a busy machine. */
const LIMIT_MS = 40_000;
const PAUSE_MS = 20;

/** A terminal of its own, with a server of its own, that a test can look at and type into. */
export class PseudoTerminal {
  readonly #socket: string;

  private constructor(socket: string) {
    this.#socket = socket;
  }

  /** Runs a command in a terminal; when the command has ended, its exit code is shown. */
  static async open({ columns, rows, command, env }: TerminalOptions): Promise<PseudoTerminal> {
    const terminal = new PseudoTerminal(`tocsin-test-${randomBytes(6).toString("hex")}`);
    const size = ["-x", `${columns}`, "-y", `${rows}`];
    const given = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
    const session = ["new-session", "-d", ...size, ...given, `${command}; echo "exit $?"; cat`];
    await terminal.#tmux("-f", "/dev/null", ...session);
    return terminal;
  }

  /** What the terminal shows now, line by line; what has left it above comes first. */
  async lines(): Promise<readonly string[]> {
    const { stdout } = await this.#tmux("capture-pane", "-p", "-S", "-");
    return stdout.trimEnd().split("\n");
  }

  /** Waits until the terminal shows something, and answers all that it shows then. */
  async shows(pattern: RegExp): Promise<readonly string[]> {
    const startedAt = performance.now();
    for (;;) {
      const lines = await this.lines();
      if (pattern.test(lines.join("\n"))) return lines;
      if (performance.now() - startedAt > LIMIT_MS)
        throw new Error(`the terminal does not show ${pattern}, but:\n${lines.join("\n")}`);
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  }

  /** Types a key by tmux's name, such as `C-c`. */
  async press(key: string): Promise<void> {
    await this.#tmux("send-keys", key);
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.#tmux("resize-window", "-x", `${columns}`, "-y", `${rows}`);
  }

  async close(): Promise<void> {
    await this.#tmux("kill-server");
  }

  #tmux(...args: readonly string[]): Promise<{ readonly stdout: string }> {
    const { TMUX: _, ...environment } = process.env;
    return run("tmux", ["-u", "-L", this.#socket, ...args], { env: environment });
  }
}
