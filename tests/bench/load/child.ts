import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { COMPILE_CACHE } from "../../support/compile-cache.ts";

/** A process of a bench that says in JSON lines what it has to tell. It ends itself once its stdin is closed. */
export type Child = {
  readonly pid: number;
  /** The next line that it says. */
  next<T>(): Promise<T>;
  /** Writes a line to it. */
  tell(line: unknown): void;
  stop(): Promise<void>;
};

/** Flags of every process that a bench starts, as `npm start` has them. */
export const NODE_FLAGS = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=8"];

/** How long a process may take to end before it is killed. */
const END_LIMIT_MS = 15_000;

/** Starts one of the bench's own scripts. */
export function startChild(
  script: string,
  args: readonly string[],
  flags: readonly string[] = NODE_FLAGS,
): Child {
  const child = spawn(process.execPath, [...flags, script, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], ...COMPILE_CACHE },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    next: async <T>() => {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`${script} ended with ${child.exitCode} before it said anything`);
      return JSON.parse(value) as T;
    },
    tell: (line) => child.stdin.write(`${JSON.stringify(line)}\n`),
    stop: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  const timer = setTimeout(() => child.kill("SIGKILL"), END_LIMIT_MS);
  child.stdin?.end();
  await closed;
  clearTimeout(timer);
}

/** For a child: says something to the bench. */
export function say(line: unknown): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** For a child: calls back for each line that the bench writes, and resolves once it is to end. */
export async function told(onLine: (line: unknown) => void = () => {}): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) onLine(JSON.parse(line));
}
