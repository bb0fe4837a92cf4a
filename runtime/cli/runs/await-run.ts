import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { CLI_NAME } from "../../../lib/api/group.ts";
import { formatDuration } from "../../domain/duration/format-duration.ts";
import { hasEnded } from "../../domain/firing/fires-of.ts";
import { CliError } from "../cli-error.ts";
import type { Cluster } from "../connect.ts";
import { ExitCode } from "../exit-code.ts";
import { noSuchObject } from "../no-such-object.ts";
import { RunType } from "../resource-types.ts";
import type { Terminal } from "../terminal.ts";
import { printable, printableLine } from "../views/printable.ts";
import { followObject } from "./follow-object.ts";
import type { Patience } from "./patience.ts";
import { type RunReport, runReport } from "./run-report.ts";

/** How a run is waited for. */
export type Wait = {
  /** Shows the run as it goes on. */
  readonly watch: boolean;
  /** Prints the run's output, and nothing else, on standard output. */
  readonly sync: boolean;
  /** Absent: for as long as it takes. */
  readonly limitMs?: number | undefined;
};

const nothingShown: RunReport = { show: () => undefined, end: () => undefined };

/** Waits for a run's end and answers with its exit code. Throws CliError where the end does not come. */
export async function awaitRun(
  cluster: Cluster,
  terminal: Terminal,
  name: string,
  wait: Wait & { readonly patience: Patience },
): Promise<ExitCode> {
  const { store, namespace, clock, timers } = cluster;
  const screen = wait.sync ? terminal.errors : terminal.output;
  const report = wait.watch ? runReport({ screen, clock, timers }) : nothingShown;
  let latest: AgentRun | undefined;
  try {
    const { signal } = wait.patience;
    for await (const run of followObject({ store, timers }, RunType, { namespace, name }, signal)) {
      if (run === undefined) throw await goneError(latest, name, cluster);
      latest = run;
      report.show(run);
      if (hasEnded(run)) return ended(run, cluster, terminal, wait);
    }
  } finally {
    report.end();
  }
  throw leftError(name, latest, cluster, wait);
}

function ended(run: AgentRun, { sameFlags }: Cluster, terminal: Terminal, { watch, sync }: Wait): ExitCode {
  const { phase, output = "", error = "no reason given" } = run.status ?? {};
  const { name } = run.metadata;
  if (phase === "Succeeded") {
    // A terminal would obey what stands in the text; a pipe gets it as it is.
    if (sync) terminal.print(terminal.output.isLive ? printable(output) : output);
    return ExitCode.success;
  }
  if (watch && !sync) return ExitCode.runFailed;
  const advice = `${CLI_NAME} show ${name}${sameFlags} tells more; ${CLI_NAME} retry ${run.spec.team}${sameFlags} repeats what failed.`;
  throw new CliError(`run ${name} failed: ${printableLine(error)}`, advice, ExitCode.runFailed);
}

async function goneError(latest: AgentRun | undefined, name: string, cluster: Cluster): Promise<CliError> {
  if (latest !== undefined)
    return new CliError(
      `run ${name} was deleted before it ended`,
      `Start the team anew: ${CLI_NAME} trigger ${latest.spec.team}${cluster.sameFlags}`,
      ExitCode.runFailed,
    );
  return noSuchObject(cluster, RunType, name);
}

function leftError(
  name: string,
  latest: AgentRun | undefined,
  { sameFlags }: Cluster,
  { limitMs = 0, patience }: Wait & { readonly patience: Patience },
): CliError {
  const advice = followAdvice(name, sameFlags);
  if (patience.why === "interrupted")
    return new CliError(`run ${name} goes on`, advice, ExitCode.interrupted);
  const hasBegun = latest?.status?.phase !== undefined;
  const what = hasBegun ? "has not ended" : "has not been taken up by an operator";
  return new CliError(
    `run ${name} ${what} within ${formatDuration(limitMs)}; it ${hasBegun ? "goes on" : "begins once one does"}`,
    advice,
    ExitCode.timeout,
  );
}

/** How to see a run's end later. */
export function followAdvice(name: string, sameFlags: string): string {
  return `Follow it with: ${CLI_NAME} watch ${name}${sameFlags}`;
}
