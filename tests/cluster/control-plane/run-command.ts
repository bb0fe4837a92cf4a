import { type ChildProcess, spawn } from "node:child_process";

/** How a command ended, and all that it wrote. */
export type CommandResult = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** What a command is run with beside its arguments. */
export type CommandOptions = {
  /** Text for its standard input. */
  readonly input?: string;
  readonly cwd?: string;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
};

/** A build would go on for minutes without the process that wanted it. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill();
});

/**
 * Runs a command to its end.
 *
 * @throws Error when it can't be started at all; an exit code is no error here.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(command, args, {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: { ...process.env, ...options.env },
    });
    running.add(child);
    let stdout = "";
    let stderr = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      stdout += chunk.toString("utf8");
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      stderr += chunk.toString("utf8");
    });
    child.on("error", (cause) => reject(new Error(`cannot run ${command}`, { cause })));
    child.on("close", (code) => {
      running.delete(child);
      resolve({ code, stdout, stderr });
    });
    child.stdin?.on("error", () => undefined); // it may end without reading its input
    child.stdin?.end(options.input ?? "");
  });
}

/**
 * Runs a command that must succeed, and answers its standard output.
 *
 * @throws Error with the end of what it wrote when its exit code is not 0.
 */
export async function runSuccessfully(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await runCommand(command, args, options);
  if (code === 0) return stdout;
  const lastLines = stderr.trimEnd().split("\n").slice(-15).join("\n");
  throw new Error(`${command} ${args[0] ?? ""} ended with exit code ${code}:\n${lastLines}`);
}
