import { spawn } from "node:child_process";
import { join } from "node:path";
import { type AgentRun, AgentRunResource } from "../../../lib/api/agent-run.ts";
import { findLogin } from "../../../runtime/adapters/kubeconfig/find-login.ts";
import { openLogin } from "../../../runtime/adapters/kubeconfig/open-login.ts";
import { SystemClock } from "../../../runtime/adapters/node/system-clock.ts";
import { SystemRandom } from "../../../runtime/adapters/node/system-random.ts";
import { SystemTimers } from "../../../runtime/adapters/node/system-timers.ts";
import type { Store } from "../../../runtime/ports/store.ts";
import { builtBundles } from "../../support/built-bundles.ts";
import { COMPILE_CACHE } from "../../support/compile-cache.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import type { Figure, Findings } from "../report/figure.ts";
import { startProcess } from "../standalone/start-process.ts";

const EXAMPLE = ["--apply", "dist/examples/research-desk.k8s.yaml"];
const TEAM = "research-desk";
const SOURCE = "runtime/cli/main.ts";
const CALLS_A_ROUND = 5;
const CALL_LIMIT_MS = 10_000;

/** A line of a command, with when it came. */
type Line = { readonly text: string; readonly atMs: number };
type Called = { readonly lines: readonly Line[]; readonly tookMs: number };

/** Times the commands as a person waits for them, as whole processes (issue 8's goals). */
export async function measureCli(rounds: number): Promise<Findings> {
  using folder = temporaryFolder();
  const server = await startProcess(folder.path, EXAMPLE);
  const kubeconfig = join(folder.path, "kubeconfig");
  const ports = { clock: new SystemClock(), timers: new SystemTimers(), random: new SystemRandom() };
  const login = await findLogin({ kubeconfig, environment: {}, home: "/" });
  const { store, close } = await openLogin(login, { ...ports, callLimitMs: CALL_LIMIT_MS });
  try {
    const entries = [SOURCE, (await builtBundles()).tocsin];
    const figures: Figure[] = [];
    for (const entry of entries) figures.push(...(await measureEntry(entry, { kubeconfig, store, rounds })));
    return { figures };
  } finally {
    await close();
    await server.stop();
  }
}

type Place = { readonly kubeconfig: string; readonly store: Store; readonly rounds: number };

async function measureEntry(entry: string, { kubeconfig, store, rounds }: Place): Promise<readonly Figure[]> {
  const help: number[] = [];
  const added: number[] = [];
  const heard: number[] = [];
  // The first calls fill the compile cache, and the server's.
  await call(entry, ["--help"], kubeconfig);
  await call(entry, ["trigger", TEAM, "--watch"], kubeconfig);
  for (let turn = 0; turn < rounds * CALLS_A_ROUND; turn++) {
    help.push((await call(entry, ["--help"], kubeconfig)).tookMs);
    const { lines, tookMs } = await call(entry, ["trigger", TEAM, "--watch"], kubeconfig);
    const run = await runIn(lines, store);
    added.push(tookMs - (instant(run.status?.completedAt) - instant(run.status?.startedAt)));
    heard.push(...delays(lines, run));
  }
  return [
    { what: `--help, ${entry}`, unit: "ms", values: help, goal: { atMost: 150 } },
    { what: `trigger beyond the run itself, ${entry}`, unit: "ms", values: added, goal: { atMost: 300 } },
    { what: `a step's end to --watch, ${entry}`, unit: "ms", values: heard, goal: { atMost: 300 } },
  ];
}

async function runIn(lines: readonly Line[], store: Store): Promise<AgentRun> {
  const name = /^run (\S+) started$/.exec(lines[0]?.text ?? "")?.[1] ?? "";
  const run = await store.get(AgentRunResource, { namespace: "default", name });
  if (run === undefined) throw new Error(`the command told of no run: ${lines[0]?.text}`);
  return run;
}

function delays(lines: readonly Line[], run: AgentRun): readonly number[] {
  return (run.status?.steps ?? []).map(({ name, completedAt }) => {
    const line = lines.find(({ text }) => text.startsWith(`${name}: succeeded`));
    return (line?.atMs ?? Number.NaN) - instant(completedAt);
  });
}

function instant(text: string | undefined): number {
  return Date.parse(text ?? "");
}

function call(entry: string, args: readonly string[], kubeconfig: string): Promise<Called> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", entry, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      KUBECONFIG: kubeconfig,
      ...COMPILE_CACHE,
    },
  });
  const lines: Line[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const atMs = Date.now();
    lines.push(...text.split("\n").map((line) => ({ text: line, atMs })));
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve({ lines, tookMs: performance.now() - startedAt });
      else reject(new Error(`tocsin ${args.join(" ")} ended with ${code}`));
    });
  });
}
