import type { AgentRun, StepStatus } from "../../../lib/api/agent-run.ts";
import type { AgentTeamSpec, TeamStep } from "../../../lib/api/agent-team.ts";

/** A run that has begun, with the parts that every decision about it needs. */
export type RunningRun = {
  readonly run: AgentRun;
  readonly spec: AgentTeamSpec;
  readonly steps: readonly StepStatus[];
};

/** When the run has to have ended. */
export function runDeadline({ run, spec }: RunningRun): Date {
  const startedAt = Date.parse(run.status?.startedAt ?? run.metadata.creationTimestamp);
  return new Date(startedAt + spec.timeoutSeconds * 1_000);
}

/** First wait before a failed attempt is repeated. */
const RETRY_BASE_MS = 1_000;
/** Longest wait before a failed attempt is repeated. */
export const RETRY_MAX_MS = 30_000;

/** When the current attempt has to have ended, so that the task can be told: never after the run's own deadline. */
export function stepDeadline(running: RunningRun, step: TeamStep): Date {
  return new Date(Math.min(attemptDeadline(running, step).getTime(), runDeadline(running).getTime()));
}

/**
 * When the current attempt at a step is out of time by the step's own timeout: so long after the step could begin
 * (or could begin again), queueing included. Pods that refuse move `retryAt` on, but not this: no attempt can be due
 * later than after full timeouts and longest waits for all attempts before it.
 */
export function attemptDeadline(running: RunningRun, step: TeamStep): Date {
  const status = running.steps.find((each) => each.name === step.name);
  const timeoutMs = step.timeoutSeconds * 1_000;
  const ready = readyAt(running, step);
  const begin = status?.retryAt === undefined ? ready : Date.parse(status.retryAt);
  const before = Math.max(0, (status?.attempts ?? 0) - (status?.phase === "Running" ? 1 : 0));
  return new Date(Math.min(begin, ready + before * (timeoutMs + RETRY_MAX_MS)) + timeoutMs);
}

/** When the next attempt may begin after `failures` failed ones. */
export function retryAt(failures: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(RETRY_MAX_MS, RETRY_BASE_MS * 2 ** Math.min(failures - 1, 10)));
}

/** A step could begin once the last of the steps it depends on had ended, or the run had started. */
function readyAt({ run, steps }: RunningRun, step: TeamStep): number {
  const started = Date.parse(run.status?.startedAt ?? run.metadata.creationTimestamp);
  const ends = (step.dependsOn ?? []).map((needed) => {
    const completedAt = steps.find((each) => each.name === needed)?.completedAt;
    return completedAt === undefined ? started : Date.parse(completedAt);
  });
  return Math.max(started, ...ends);
}
