import { type AgentRunStatus, MAX_RUN_BYTES, type StepStatus } from "../../../lib/api/agent-run.ts";
import type { AgentTeamSpec } from "../../../lib/api/agent-team.ts";
import { RunReason } from "../../../lib/api/reason.ts";
import { describeFlaw } from "../template/template-flaw.ts";
import { failRun, succeedRun } from "./end-run.ts";
import { dataOf, isReady, type ObservedRun } from "./observed-run.ts";

/** The last status of a run whose steps have all ended. */
export function concludeRun(observed: ObservedRun, status: AgentRunStatus, now: Date): AgentRunStatus {
  const { run, spec, lastEnd } = observed;
  const steps = status.steps ?? [];
  const failed = steps.filter((step) => step.phase === "Failed");
  if (failed.length > 0) {
    const message = failed
      .map((step) => `step ${step.name} failed: ${step.error ?? "no reason given"}`)
      .join("; ");
    return failRun(run, status, { reason: RunReason.stepFailed, message, lastEnd }, now);
  }
  const rendered = outputOf(observed, spec, steps);
  if (rendered.kind === "text")
    return withinBounds(observed, succeedRun(run, status, { output: rendered.text, lastEnd }, now), now);
  const message = `spec.output of the team: ${describeFlaw(rendered)}`;
  return failRun(run, status, { reason: RunReason.templateFailed, message, lastEnd }, now);
}

function outputOf(observed: ObservedRun, spec: AgentTeamSpec, steps: readonly StepStatus[]) {
  if (spec.output !== undefined) return observed.render(spec.output, dataOf(observed.run, steps));
  const last = spec.steps.at(-1)?.name;
  return { kind: "text", text: steps.find((step) => step.name === last)?.output ?? "" } as const;
}

/** The last status of a run whose time is up. */
export function timeOutRun(observed: ObservedRun, status: AgentRunStatus, now: Date): AgentRunStatus {
  const { run, spec, lastEnd } = observed;
  const message = `the run did not end within ${spec.timeoutSeconds} s`;
  const before = status.steps ?? [];
  const steps = before.map((step): StepStatus => {
    if (step.phase !== "Running" && step.phase !== "Pending") return step;
    const needed = spec.steps.find((each) => each.name === step.name);
    // What had its turn has failed and can be retried; what depends on that is skipped, as after any failure.
    const hadItsTurn = needed !== undefined && isReady({ run, spec, steps: before }, needed);
    const { retryAt: _, ...kept } = step;
    return {
      ...kept,
      phase: hadItsTurn ? "Failed" : "Skipped",
      error: message,
      completedAt: now.toISOString(),
    };
  });
  return failRun(run, { ...status, steps }, { reason: RunReason.timedOut, message, lastEnd }, now);
}

/** The output counts as well: where it does not fit beside those of the steps the run fails, with what fits. */
function withinBounds({ run, lastEnd }: ObservedRun, status: AgentRunStatus, now: Date): AgentRunStatus {
  if (Buffer.byteLength(JSON.stringify({ ...run, status })) <= MAX_RUN_BYTES) return status;
  const message = `the run's outputs together take more than ${MAX_RUN_BYTES} bytes; ask the steps for less`;
  const { output: _, ...kept } = status;
  return failRun(run, kept, { reason: RunReason.outputTooLarge, message, lastEnd }, now);
}
