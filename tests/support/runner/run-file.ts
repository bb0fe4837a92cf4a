import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { COMPILE_CACHE } from "../compile-cache.ts";

/** What one test file did: how many of its tests passed, failed and were skipped, and all that it printed. */
export type FileResult = {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly output: string;
  readonly durationMs: number;
};

type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

const childPath = fileURLToPath(new URL("./child.ts", import.meta.url));

/** Tests that reach imports/: what cdk8s generates holds enums, which Node itself does not run. */
const NEEDS_TSX = /(^|[\\/])tests[\\/](lib[\\/]teams|synth)[\\/]/;

/**
 * Runs a test file in a process of its own and counts what ran.
 *
 * uvu answers 0 for a throwing `before`, for `throw "text"`, for a forgotten `.run()` and for a top-level
 * await that never settles, so the parent decides: no message, an exit code, no test at all, an `.only`,
 * or a suite without `.run()` is a failure.
 */
export function runFile(file: string, limitMs: number): Promise<FileResult> {
  const startedAt = performance.now();
  const flaw = sourceFlaw(readFileSync(file, "utf8"));
  if (flaw !== undefined) {
    return Promise.resolve({ file, passed: 0, failed: 1, skipped: 0, output: `${flaw}\n`, durationMs: 0 });
  }
  return new Promise((resolve) => {
    const child = fork(childPath, [file], {
      silent: true,
      env: { ...COMPILE_CACHE, ...process.env },
      execArgv: [
        "--disable-warning=ExperimentalWarning",
        ...(NEEDS_TSX.test(file) ? ["--import", "tsx"] : []),
      ],
    });
    let output = "";
    let counts: Counts | undefined;
    let isLate = false;
    const collect = (chunk: Buffer) => {
      if (output.length < MAX_OUTPUT_CHARS) output += chunk.toString("utf8");
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.on("message", (message) => {
      counts = message as Counts;
    });
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, limitMs);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const durationMs = performance.now() - startedAt;
      const verdict = isLate
        ? `killed after ${limitMs} ms: a test never ends, or leaves a server or timer behind`
        : processFlaw(code, signal, counts);
      const { passed, failed, skipped } = counts ?? { passed: 0, failed: 0, skipped: 0 };
      if (verdict === undefined) resolve({ file, passed, failed, skipped, output, durationMs });
      else
        resolve({
          file,
          passed,
          failed: Math.max(1, failed),
          skipped,
          output: `${output}\n${verdict}\n`,
          durationMs,
        });
    });
  });
}

const MAX_OUTPUT_CHARS = 200_000;

function processFlaw(
  code: number | null,
  signal: string | null,
  counts: Counts | undefined,
): string | undefined {
  if (counts === undefined) return `ended without a result (exit code ${code}, signal ${signal})`;
  if (counts.passed + counts.failed + counts.skipped === 0) return "ran no test";
  if (code !== 0) return `exit code ${code}, signal ${signal}`;
  return undefined;
}

/** What can be told from a test file's text alone: `.only` left in, or a suite that is never run. */
function sourceFlaw(source: string): string | undefined {
  if (/^\s*[\w.]+\.only\(/m.test(source)) return "`.only` is left in: it hides the file's other tests";
  for (const [, name] of source.matchAll(/^(?:export )?const (\w+) = suite\b/gm)) {
    if (!new RegExp(`^\\s*${name}\\.run\\(\\)`, "m").test(source))
      return `suite \`${name}\` is never run: add ${name}.run()`;
  }
  return undefined;
}
