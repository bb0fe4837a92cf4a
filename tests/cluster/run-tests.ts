import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { SHARED_CLUSTER } from "./control-plane/start-control-plane.ts";

/** What a run of the test runner came to. */
export type TestTotals = {
  readonly passed: number;
  readonly failed: number;
  /** What was not tested and why. */
  readonly leftOut: readonly string[];
};

const runnerPath = fileURLToPath(new URL("../support/runner/main.ts", import.meta.url));

/** What two parts of a run came to together. */
export function sumOf(one: TestTotals, other: TestTotals): TestTotals {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    leftOut: [...one.leftOut, ...other.leftOut],
  };
}

/**
 * Runs the test runner on files that need a cluster, if there are any, and passes on what it prints, but for
 * its closing line: the totals are for the caller to say, when the cluster is gone.
 */
export async function runTests(
  files: readonly string[],
  clusterFolder: string,
  signal: AbortSignal,
): Promise<TestTotals> {
  if (files.length === 0) return { passed: 0, failed: 0, leftOut: [] };
  const command = ["--disable-warning=ExperimentalWarning", runnerPath, "--cluster", ...files];
  const runner = spawn(process.execPath, command, {
    detached: true, // a group of its own, which can be ended together with the test files' processes
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, [SHARED_CLUSTER]: clusterFolder },
  });
  signal.addEventListener("abort", () => endGroup(runner.pid));
  const exitCode = new Promise<number | null>((resolve) => runner.once("close", resolve));
  const leftOut: string[] = [];
  let closing: RegExpExecArray | undefined;
  for await (const line of createInterface({ input: runner.stdout })) {
    if (closing !== undefined) process.stdout.write(`${closing[0]}\n`);
    closing = CLOSING_LINE.exec(line) ?? undefined;
    if (closing === undefined) process.stdout.write(`${line}\n`);
    const reason = /^\s*left out: (.+)/.exec(line)?.[1];
    if (reason !== undefined) leftOut.push(reason);
  }
  return totalsOf(closing, await exitCode, leftOut);
}

const CLOSING_LINE = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/;

function totalsOf(
  closing: RegExpExecArray | undefined,
  exitCode: number | null,
  leftOut: string[],
): TestTotals {
  if (closing === undefined)
    return { passed: 0, failed: 1, leftOut: [...leftOut, "whatever had not run yet"] };
  const [, passed, failed, skipped] = closing.map(Number);
  if (skipped !== undefined && skipped > 0) leftOut.push(`${skipped} skipped tests`);
  const hidden = exitCode !== 0 && failed === 0 ? 1 : 0;
  return { passed: passed ?? 0, failed: (failed ?? 0) + hidden, leftOut };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // it has ended by itself
  }
}
