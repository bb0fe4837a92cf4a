import { type AgentRun, type AgentRunStatus, MAX_RUN_OUTPUT_BYTES } from "../../../lib/api/agent-run.ts";
import { ConditionType, RunReason } from "../../../lib/api/reason.ts";
import { setCondition } from "../condition/set-condition.ts";
import { shorten } from "../shorten.ts";

/** Longest error kept of a run. */
const MAX_ERROR = 4_096;

/** Why a run failed. */
export type RunFailure = {
  readonly reason: RunReason;
  readonly message: string;
  /** Latest end of a run of the team. */
  readonly lastEnd: Date | undefined;
};

/** The status of a run that has failed. */
export function failRun(
  run: AgentRun,
  status: AgentRunStatus,
  failure: RunFailure,
  now: Date,
): AgentRunStatus {
  const { reason, message, lastEnd } = failure;
  return end(
    run,
    { ...status, phase: "Failed", error: shorten(message, MAX_ERROR) },
    { reason, message, lastEnd },
    now,
  );
}

/** The status of a run that has succeeded; with an output that is too large it fails instead, and nothing is cut. */
export function succeedRun(
  run: AgentRun,
  status: AgentRunStatus,
  result: { readonly output: string; readonly lastEnd: Date | undefined },
  now: Date,
): AgentRunStatus {
  const { output, lastEnd } = result;
  const bytes = Buffer.byteLength(output);
  if (bytes > MAX_RUN_OUTPUT_BYTES) {
    const message = `spec.output of the team gives ${bytes} bytes, more than ${MAX_RUN_OUTPUT_BYTES}; put less into it`;
    return failRun(run, status, { reason: RunReason.outputTooLarge, message, lastEnd }, now);
  }
  const done = { reason: RunReason.succeeded, message: "all steps have succeeded", lastEnd };
  return end(run, { ...status, phase: "Succeeded", output }, done, now);
}

/**
 * The end is strictly later than the team's previous one, so that the order of completions survives clocks that
 * disagree (protocols D2).
 */
function end(run: AgentRun, status: AgentRunStatus, failure: RunFailure, now: Date): AgentRunStatus {
  const { reason, message, lastEnd } = failure;
  const completedAt = new Date(Math.max(now.getTime(), lastEnd === undefined ? 0 : lastEnd.getTime() + 1));
  const isSuccess = status.phase === "Succeeded";
  const condition = {
    type: ConditionType.succeeded,
    status: isSuccess ? "True" : "False",
    reason,
    message,
  } as const;
  const { generation } = run.metadata;
  return {
    ...status,
    completedAt: completedAt.toISOString(),
    conditions: setCondition(status.conditions, condition, { now, generation }),
  };
}
