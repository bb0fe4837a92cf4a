import type { StepStatus } from "../../../lib/api/agent-run.ts";
import { MAX_STEP_OUTPUT_BYTES } from "../../../lib/api/agent-run.ts";
import type { TeamStep } from "../../../lib/api/agent-team.ts";
import { shorten } from "../shorten.ts";
import type { StepOutcome } from "./step-outcome.ts";
import { attemptDeadline, type RunningRun, retryAt } from "./step-timing.ts";

/** How many attempts of a step may end because their pod was gone (protocols F3). */
export const MAX_LOST_PODS = 3;
/** How soon a pod is chosen again after one did not take the task. */
const REFUSED_PAUSE_MS = 100;
/** Longest error kept of a step. */
const MAX_ERROR = 1_024;

/** Decides what becomes of a step, given how its attempt ended (or undefined while it goes on). */
export function advanceStep(
  running: RunningRun,
  step: TeamStep,
  status: StepStatus,
  outcome: StepOutcome | undefined,
  now: Date,
): StepStatus {
  if (status.phase === "Pending") return advancePending(running, step, status, now);
  if (status.phase !== "Running") return status;
  if (outcome !== undefined) return settleAttempt(step, status, outcome, now);
  if (attemptDeadline(running, step) > now) return status;
  return failAttempt(
    step,
    status,
    { message: `timed out after ${step.timeoutSeconds} s`, isRetryable: true },
    now,
  );
}

function advancePending(running: RunningRun, step: TeamStep, status: StepStatus, now: Date): StepStatus {
  const needed = (step.dependsOn ?? []).map((name) => running.steps.find((each) => each.name === name));
  const broken = needed.find((each) => each?.phase === "Failed" || each?.phase === "Skipped");
  if (broken !== undefined) {
    const error = `step ${broken.name}, which it depends on, ${broken.phase === "Failed" ? "failed" : "was skipped"}`;
    return end(status, "Skipped", { error }, now);
  }
  const isReady = needed.every((each) => each?.phase === "Succeeded");
  if (!isReady || attemptDeadline(running, step) > now) return status;
  const waited = `no ready pod of AgentService ${step.service} had a place for it within ${step.timeoutSeconds} s; \`kubectl describe agentservice ${step.service}\` and \`kubectl get agents\` tell why`;
  return end(status, "Failed", { error: waited }, now);
}

function settleAttempt(step: TeamStep, status: StepStatus, outcome: StepOutcome, now: Date): StepStatus {
  switch (outcome.kind) {
    case "succeeded":
      return succeed(status, outcome, now);
    case "failed": {
      const message = `${outcome.reason}: ${outcome.message}`;
      return failAttempt(step, status, { message, isRetryable: outcome.isRetryable }, now);
    }
    case "lost":
      return loseAttempt(status, now);
    case "refused": {
      const attempts = (status.attempts ?? 1) - 1;
      const { attemptedAt: _a, startedAt, ...kept } = releasePod(status);
      const began = attempts === 0 || startedAt === undefined ? {} : { startedAt };
      return { ...kept, ...began, phase: "Pending", attempts, retryAt: later(now, REFUSED_PAUSE_MS) };
    }
  }
}

function succeed(
  status: StepStatus,
  { output, tokens }: Extract<StepOutcome, { kind: "succeeded" }>,
  now: Date,
): StepStatus {
  const bytes = Buffer.byteLength(output);
  if (bytes > MAX_STEP_OUTPUT_BYTES) {
    const error = `OutputTooLarge: the answer has ${bytes} bytes, more than ${MAX_STEP_OUTPUT_BYTES}; ask for less`;
    return end(status, "Failed", { error }, now);
  }
  const { error: _, ...kept } = status;
  return end(kept, "Succeeded", { output, ...(tokens === undefined ? {} : { tokens }) }, now);
}

function failAttempt(
  step: TeamStep,
  status: StepStatus,
  failure: { readonly message: string; readonly isRetryable: boolean },
  now: Date,
): StepStatus {
  const error = shorten(failure.message, MAX_ERROR);
  const failures = (status.attempts ?? 1) - (status.lostPods ?? 0);
  if (!failure.isRetryable || failures > step.retries) return end(status, "Failed", { error }, now);
  return { ...releasePod(status), phase: "Pending", error, retryAt: retryAt(failures, now).toISOString() };
}

function loseAttempt(status: StepStatus, now: Date): StepStatus {
  const lostPods = (status.lostPods ?? 0) + 1;
  const error = `pod ${status.pod ?? "unknown"} was gone before it answered`;
  if (lostPods > MAX_LOST_PODS) return end({ ...status, lostPods }, "Failed", { error }, now);
  return { ...releasePod(status), phase: "Pending", lostPods, error, retryAt: now.toISOString() };
}

function end(
  status: StepStatus,
  phase: StepStatus["phase"],
  facts: Partial<StepStatus>,
  now: Date,
): StepStatus {
  const { retryAt: _, ...kept } = status;
  return { ...kept, ...facts, phase, completedAt: now.toISOString() };
}

function releasePod(status: StepStatus): StepStatus {
  const { pod: _p, podUID: _u, taskID: _t, ...kept } = status;
  return kept;
}

function later(now: Date, byMs: number): string {
  return new Date(now.getTime() + byMs).toISOString();
}
