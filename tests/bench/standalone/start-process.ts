import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { COMPILE_CACHE } from "../../support/compile-cache.ts";

/** A standalone process that was started for measuring. */
export type StartedProcess = {
  readonly pid: number;
  /** From the start of the process to its first line that says that it listens. */
  readonly listeningMs: number;
  readonly webhookURL: string;
  readonly metricsURL: string;
  stop(): Promise<void>;
};

/** Longest wait for a process to listen. */
const START_LIMIT_MS = 120_000;

/** Starts `tocsin standalone` on free ports with a data folder, and waits until it says that it listens. */
export async function startProcess(
  dataFolder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  entry = "runtime/cli/main.ts",
): Promise<StartedProcess> {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", entry, "standalone", ...args],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        PATH: process.env.PATH,
        ...COMPILE_CACHE,
        TOCSIN_DATA: dataFolder,
        TOCSIN_API_PORT: "0",
        TOCSIN_WEBHOOK_PORT: "0",
        TOCSIN_METRICS_PORT: "0",
        TOCSIN_STAND_IN_PORT: "0",
        TOCSIN_FIRE_RATE: "0",
        ...environment,
      },
    },
  );
  const output = await listening(child);
  const listeningMs = performance.now() - startedAt;
  const urlOf = (what: RegExp) => what.exec(output)?.[1] ?? "";
  const webhookURL = urlOf(/webhooks\s+(http:\/\/[\d.:]+)/);
  const metricsURL = urlOf(/metrics\s+(http:\/\/[\d.:]+)/);
  return {
    pid: child.pid ?? 0,
    listeningMs,
    webhookURL,
    metricsURL,
    stop: () =>
      new Promise((resolve) => {
        child.once("close", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => reject(new Error("the process did not listen in time")), START_LIMIT_MS);
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
      if (!output.includes("Ctrl-C stops it")) return;
      clearTimeout(timer);
      resolve(output);
    });
    child.once("close", (code) => reject(new Error(`the process ended with ${code}: ${output}`)));
  });
}

/** Resident memory of a process in MB, as the kernel counts it. */
export function residentMB(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1_024;
}

/** Seconds of CPU that a process has used, in user and kernel mode. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
