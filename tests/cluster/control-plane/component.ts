import { spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { ClusterFolder } from "./cluster-folder.ts";
import { until } from "./until.ts";

/** A process of the test cluster; `node` is that of a whole machine, `api-forwarder` its way to the API server. */
export type Component = {
  readonly name:
    | "etcd"
    | "kube-apiserver"
    | "kube-controller-manager"
    | "kube-scheduler"
    | "api-forwarder"
    | "node";
  readonly binary: string;
  readonly args: readonly string[];
};

/** A signal that ends a process, with or without its knowing. */
export type EndingSignal = "SIGTERM" | "SIGKILL";

const POLITE_LIMIT_MS = 20_000;
const KILL_LIMIT_MS = 10_000;
const LOG_TAIL_LINES = 15;

/**
 * Starts a component, with its output in the folder's logs.
 *
 * It gets a session of its own, so Ctrl-C in a terminal reaches the tests and not the cluster under them,
 * and any process that knows the folder can end it: the test file that started it again may be long gone.
 */
export async function startComponent(folder: ClusterFolder, component: Component): Promise<void> {
  const log = openSync(folder.at("logs", component.name), "a", 0o600);
  const child = spawn(component.binary, component.args, { detached: true, stdio: ["ignore", log, log] });
  // Written before anything is awaited: a process that dies here leaves a component that can be found.
  if (child.pid !== undefined) writeFileSync(pidFile(folder, component.name), String(child.pid));
  closeSync(log);
  child.unref();
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
}

/** Waits until a started component answers, and fails at once with the end of its log when it has died. */
export async function untilReady<T>(
  folder: ClusterFolder,
  name: Component["name"],
  limitMs: number,
  check: () => Promise<T | undefined>,
): Promise<T> {
  try {
    return await until(`${name} ready`, limitMs, () => {
      if (livePid(folder, name) === undefined) throw new Error(`${name} has ended`);
      return check();
    });
  } catch (cause) {
    const lines = readFileSync(folder.at("logs", name), "utf8").trimEnd().split("\n").slice(-LOG_TAIL_LINES);
    throw new Error(`${name} does not start; the end of its log:\n${lines.join("\n")}`, { cause });
  }
}

/** Ends a component and waits until it is gone; one that takes too long over SIGTERM is killed. */
export async function stopComponent(
  folder: ClusterFolder,
  name: Component["name"],
  signal: EndingSignal,
): Promise<void> {
  if (!(await hasEndedBy(folder, name, signal, signal === "SIGTERM" ? POLITE_LIMIT_MS : KILL_LIMIT_MS)))
    await hasEndedBy(folder, name, "SIGKILL", KILL_LIMIT_MS);
  rmSync(pidFile(folder, name), { force: true });
}

async function hasEndedBy(
  folder: ClusterFolder,
  name: Component["name"],
  signal: EndingSignal,
  limitMs: number,
): Promise<boolean> {
  const pid = livePid(folder, name);
  if (pid === undefined) return true;
  try {
    process.kill(pid, signal);
    await until(`${name} gone`, limitMs, () => (hasEnded(pid) ? true : undefined));
  } catch {
    // it took too long, or was gone before the signal
  }
  return hasEnded(pid);
}

/**
 * Whether nothing runs of a process any more. It may stay listed until its parent asks after it; and while
 * its first thread has ended, others may still hold its port.
 */
function hasEnded(pid: number): boolean {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.[0];
    return state === "Z" && readdirSync(`/proc/${pid}/task`).length <= 1;
  } catch {
    return true;
  }
}

/**
 * The process id of a running component.
 *
 * A number in a file may be another's by now, so its command line has to name this cluster's folder; that
 * of a process that has ended and is not yet reaped is empty.
 */
export function livePid(folder: ClusterFolder, name: Component["name"]): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile(folder, name), "utf8"));
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(folder.path) ? pid : undefined;
  } catch {
    return undefined;
  }
}

function pidFile(folder: ClusterFolder, name: Component["name"]): string {
  return folder.at("pids", name);
}
