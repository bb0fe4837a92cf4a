import { type AgentRun, MAX_RUN_BYTES, type StepStatus } from "../../../lib/api/agent-run.ts";
import type { TeamStep } from "../../../lib/api/agent-team.ts";
import { describeFlaw } from "../template/template-flaw.ts";
import { advanceStep } from "./advance-step.ts";
import { dataOf, isReady, type ObservedRun } from "./observed-run.ts";
import type { RunningRun } from "./step-timing.ts";

/** Advances the steps until nothing changes: a failed step skips what depends on it, and so on. */
export function settleSteps(observed: ObservedRun, before: readonly StepStatus[], now: Date): StepStatus[] {
  let steps = [...before];
  for (let changed = true; changed; ) {
    const running: RunningRun = { run: observed.run, spec: observed.spec, steps };
    const next = steps.map((status) => {
      const step = observed.spec.steps.find((each) => each.name === status.name);
      if (step === undefined) return status;
      const outcome = status.taskID === undefined ? undefined : observed.outcomeOf(status.taskID);
      return promptProblem(observed, running, step, advanceStep(running, step, status, outcome, now), now);
    });
    refuseOversized(observed.run, steps, next, now);
    changed = next.some((status, index) => status !== steps[index]);
    steps = next;
  }
  return steps;
}

/** A prompt that can't be rendered fails its step: no retry would help. */
function promptProblem(
  observed: ObservedRun,
  running: RunningRun,
  step: TeamStep,
  status: StepStatus,
  now: Date,
): StepStatus {
  if (status.phase !== "Pending" || !isReady(running, step)) return status;
  const rendered = observed.render(step.prompt, dataOf(observed.run, running.steps));
  if (rendered.kind === "text") return status;
  return {
    ...status,
    phase: "Failed",
    error: `prompt: ${describeFlaw(rendered)}`,
    completedAt: now.toISOString(),
  };
}

/** A run object stays below 1 MiB: an answer that does not fit in fails its step, and nothing is cut. */
function refuseOversized(run: AgentRun, before: readonly StepStatus[], steps: StepStatus[], now: Date): void {
  for (const [index, step] of steps.entries()) {
    if (step.phase !== "Succeeded" || before[index]?.phase === "Succeeded" || fits(run, steps)) continue;
    const { output: _, ...kept } = step;
    const error = `OutputTooLarge: the outputs of this run together take more than ${MAX_RUN_BYTES} bytes; ask for less`;
    steps[index] = { ...kept, phase: "Failed", error, completedAt: now.toISOString() };
  }
}

function fits(run: AgentRun, steps: readonly StepStatus[]): boolean {
  return Buffer.byteLength(JSON.stringify({ ...run, status: { ...run.status, steps } })) <= MAX_RUN_BYTES;
}
