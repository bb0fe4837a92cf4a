import { createHash } from "node:crypto";
import type { AgentRun, AgentRunStatus } from "../../../lib/api/agent-run.ts";

/** The pod that an attempt goes to. */
export type ChosenPod = { readonly pod: string; readonly podUID: string };

/**
 * Writes down an attempt before it is sent (protocols F1): a leader that dies after this write leaves all that the
 * next one needs to join the task, and one that dies before it has sent nothing.
 */
export function beginAttempt(
  run: AgentRun,
  status: AgentRunStatus,
  attempt: { readonly step: string; readonly pod: ChosenPod },
  now: Date,
): AgentRunStatus {
  const { step: name, pod } = attempt;
  const steps = (status.steps ?? []).map((step) => {
    if (step.name !== name) return step;
    const attempts = (step.attempts ?? 0) + 1;
    const { output: _, ...kept } = step;
    return {
      ...kept,
      ...pod,
      phase: "Running" as const,
      attempts,
      startedAt: step.startedAt ?? now.toISOString(),
      attemptedAt: now.toISOString(),
      taskID: taskIDOf(run.metadata.uid, name, attempts),
    };
  });
  return { ...status, steps };
}

/** Names a task: the same attempt at the same step of the same run always has the same id. */
export function taskIDOf(runUID: string, step: string, attempt: number): string {
  return createHash("sha256").update(`${runUID}/${step}/${attempt}`).digest("hex").slice(0, 40);
}
