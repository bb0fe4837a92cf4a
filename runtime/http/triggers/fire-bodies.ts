import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { runPath } from "../../../lib/api/network.ts";
import type { Fired } from "../../dispatch/fire-result.ts";
import { hasEnded } from "../../domain/firing/fires-of.ts";
import { RUN_DELETED } from "../../domain/stream/run-news.ts";

/** One run in an answer. */
export type RunBody = {
  readonly team: string;
  readonly runName: string;
  readonly status: "running" | "succeeded" | "failed";
  readonly output?: string;
  readonly error?: string;
};

/** Where an event is, for the addresses in answers. */
export type EventPlace = { readonly namespace: string; readonly event: string };

/** 202: the fire is stored. */
export function acceptedBody(place: EventPlace, fired: Fired) {
  const { fireID, firedAt, runs } = fired;
  return {
    taskID: fireID,
    fired: true,
    firedAt,
    event: place.event,
    runs,
    ...(fired.isReplay ? { replayed: true } : {}),
  };
}

/** How a run stands. A run that is gone has failed: deleting it cancels it. */
export function runBody(known: { team: string; runName: string }, run: AgentRun | undefined): RunBody {
  const { team, runName } = known;
  if (run === undefined) return { team, runName, status: "failed", error: RUN_DELETED };
  const { phase, output, error } = run.status ?? {};
  if (!hasEnded(run)) return { team, runName, status: "running" };
  return {
    team,
    runName,
    status: phase === "Succeeded" ? "succeeded" : "failed",
    output: output ?? "",
    ...(error === undefined ? {} : { error }),
  };
}

/** How a run stands by the cache, which keeps no outputs and may not show the run yet. */
export function standingBody(known: { team: string; runName: string }, run: AgentRun | undefined): RunBody {
  const { output: _, ...standing } = runBody(known, run);
  return run === undefined ? { team: known.team, runName: known.runName, status: "running" } : standing;
}

/** The sync shape (the specification's "sync, run completes in time"): failed if any run failed. */
export function endedBody(fired: Fired, runs: readonly RunBody[], durationMs: number) {
  const status = runs.some((run) => run.status === "failed") ? "failed" : "succeeded";
  const errors = runs.flatMap((run) => (run.error === undefined ? [] : [`${run.team}: ${run.error}`]));
  return {
    status,
    output: runs[0]?.output ?? "",
    ...(errors.length === 0 ? {} : { error: errors.join("; ") }),
    durationMs,
    runName: runs[0]?.runName ?? "",
    taskID: fired.fireID,
    runs,
    ...(fired.isReplay ? { replayed: true } : {}),
  };
}

/** 504: the runs go on, and can be polled. */
export function unfinishedBody(
  fired: Fired,
  runs: readonly RunBody[],
  facts: {
    readonly durationMs: number;
    readonly code: string;
    readonly error: string;
    readonly requestId: string;
  },
) {
  return { status: "running", runName: runs[0]?.runName ?? "", taskID: fired.fireID, runs, ...facts };
}

/** The last event of a stream: why it ends, and how the runs stand. Outputs have been told before. */
export function streamEndedBody(
  fired: Fired,
  runs: readonly RunBody[],
  facts: {
    readonly durationMs: number;
    readonly code?: string;
    readonly error?: string;
    readonly requestId: string;
  },
) {
  const isRunning = runs.some((run) => run.status === "running");
  const status = runs.some((run) => run.status === "failed") ? "failed" : "succeeded";
  const runName = runs[0]?.runName ?? "";
  return { status: isRunning ? "running" : status, runName, taskID: fired.fireID, runs, ...facts };
}

/** Where the first run of a fire can be polled. */
export function locationOf(place: EventPlace, runName: string | undefined): Record<string, string> {
  return runName === undefined ? {} : { Location: runPath(place.namespace, place.event, runName) };
}

/** Whole milliseconds from the fire to the last end of its runs. */
export function durationOf(firedAt: string, runs: readonly (AgentRun | undefined)[], now: Date): number {
  const ends = runs.flatMap((run) =>
    run?.status?.completedAt === undefined ? [] : [Date.parse(run.status.completedAt)],
  );
  const end = ends.length === runs.length && ends.length > 0 ? Math.max(...ends) : now.getTime();
  return Math.max(0, end - Date.parse(firedAt)) || 0;
}
