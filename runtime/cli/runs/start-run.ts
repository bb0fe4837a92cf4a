import type { AgentRun } from "../../../lib/api/agent-run.ts";
import type { Cluster } from "../connect.ts";
import { ExitCode } from "../exit-code.ts";
import type { Terminal } from "../terminal.ts";
import { awaitPickUp } from "./await-pick-up.ts";
import { awaitRun } from "./await-run.ts";
import { Patience } from "./patience.ts";
import { DEFAULT_TIMEOUT, timeoutMs } from "./wait-flags.ts";

/** The flags of a command that starts a run. */
export type WaitFlags = {
  readonly watch: boolean;
  readonly sync: boolean;
  readonly timeout: string | undefined;
};

/**
 * Stores a run and waits for it as the flags say. Ctrl-C is heard from the beginning: a run that is being stored then
 * is stored, and named.
 */
export async function startRun(
  cluster: Cluster,
  terminal: Terminal,
  { watch, sync, timeout = DEFAULT_TIMEOUT }: WaitFlags,
  create: () => Promise<AgentRun>,
): Promise<ExitCode> {
  const limitMs = timeoutMs(timeout);
  using patience = new Patience(limitMs, cluster.timers);
  const run = await create();
  const { name } = run.metadata;
  if (watch || sync) return await awaitRun(cluster, terminal, name, { watch, sync, limitMs, patience });
  terminal.print(name);
  await awaitPickUp(cluster, terminal, { name, team: run.spec.team }, { limitMs, patience });
  return ExitCode.success;
}
