import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { COMPILE_CACHE } from "../compile-cache.ts";

/** How a run of the program ended. */
export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** What the program is run with. */
export type RunOptions = {
  readonly kubeconfig: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The program, as the words before its arguments; without it the source, run by this Node. */
  readonly program?: readonly string[];
  /** Interrupts it as Ctrl-C does, once its standard output holds this. */
  readonly interruptAt?: string;
};

const MAIN = fileURLToPath(new URL("../../../runtime/cli/main.ts", import.meta.url));
/** The source, run by this Node, as the words before its arguments. */
export const SOURCE: readonly string[] = [process.execPath, "--disable-warning=ExperimentalWarning", MAIN];
/** Long enough for a machine that is busy; a command that hangs is ended. */
const LIMIT_MS = 60_000;

/** Runs the real program, in pipes as a script does, against the cluster of a kubeconfig. */
export function runTocsin(args: readonly string[], options: RunOptions): Promise<Ended> {
  const [file = "", ...before] = options.program ?? SOURCE;
  const { PATH = "" } = process.env;
  const env = {
    PATH,
    HOME: "/nonexistent",
    KUBECONFIG: options.kubeconfig,
    ...COMPILE_CACHE,
    ...options.env,
  };
  const child = spawn(file, [...before, ...args], { env, timeout: LIMIT_MS, killSignal: "SIGKILL" });
  child.stdin.end(options.stdin ?? "");
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const { interruptAt } = options;
    const isFirst = interruptAt !== undefined && !stdout.includes(interruptAt);
    stdout += text;
    if (isFirst && stdout.includes(interruptAt)) child.kill("SIGINT");
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}
