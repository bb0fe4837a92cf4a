import type { AgentTeam } from "../../../lib/api/agent-team.ts";
import { formatDuration } from "../../domain/duration/format-duration.ts";
import { hasPhase } from "../../domain/firing/fires-of.ts";
import { CliError } from "../cli-error.ts";
import type { Cluster } from "../connect.ts";
import { ExitCode } from "../exit-code.ts";
import { RunType, TeamType } from "../resource-types.ts";
import type { Terminal } from "../terminal.ts";
import { followAdvice } from "./await-run.ts";
import { followObject } from "./follow-object.ts";
import type { Patience } from "./patience.ts";

/** After this long somebody who waits is told what for. */
const REMARK_AFTER_MS = 3_000;

type Place = Pick<Cluster, "store" | "timers" | "namespace" | "sameFlags">;

/**
 * Waits until the team's status shows a run (the specification's "team phase Running"), or a later one where this
 * one has begun. Throws CliError where no operator takes it up.
 */
export async function awaitPickUp(
  cluster: Place,
  terminal: Pick<Terminal, "complain">,
  run: { readonly name: string; readonly team: string },
  wait: { readonly limitMs: number; readonly patience: Patience },
): Promise<void> {
  const { store, timers, namespace, sameFlags } = cluster;
  const { signal } = wait.patience;
  const remark = timers.after(REMARK_AFTER_MS, () =>
    terminal.complain(`run ${run.name} is stored; waiting for an operator to take it up`),
  );
  try {
    for await (const team of followObject(
      { store, timers },
      TeamType,
      { namespace, name: run.team },
      signal,
    )) {
      if (team === undefined || (await isShown(cluster, team, run.name))) return;
    }
  } finally {
    remark.cancel();
  }
  const advice = followAdvice(run.name, sameFlags);
  if (wait.patience.why === "interrupted")
    throw new CliError(`run ${run.name} goes on`, advice, ExitCode.interrupted);
  const what = `no operator has taken up run ${run.name} within ${formatDuration(wait.limitMs)}`;
  throw new CliError(`${what}; it begins once one does`, advice, ExitCode.timeout);
}

/** A later run may have taken the place in the team's status already. */
async function isShown({ store, namespace }: Place, team: AgentTeam, name: string): Promise<boolean> {
  if (team.status?.lastRunName === name) return true;
  const run = await store.get(RunType, { namespace, name });
  return run === undefined || hasPhase(run);
}
