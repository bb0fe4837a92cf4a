import type { AgentRun, AgentRunSpec, StepStatus } from "../../../lib/api/agent-run.ts";
import type { AgentTeamSpec } from "../../../lib/api/agent-team.ts";

/** The steps with which a retry begins, or why it can't. */
export type KeptSteps =
  | { readonly spec: AgentTeamSpec; readonly steps: StepStatus[] }
  | { readonly problem: string };

/**
 * Decides which steps a retry keeps (the specification's "retry CLI invoked"): succeeded ones with their outputs;
 * the failed ones, or the one that is named, run again, and so does what was skipped because of them.
 */
export function keptSteps(
  retryOf: NonNullable<AgentRunSpec["retryOf"]>,
  original: AgentRun | undefined,
): KeptSteps {
  if (original === undefined) return { problem: `there is no run "${retryOf.run}" to retry` };
  const problem = whyNotRetryable(original, retryOf.step);
  if (problem !== undefined) return { problem };
  const { teamSpec, steps = [] } = original.status ?? {};
  if (teamSpec === undefined) return { problem: `run "${retryOf.run}" never began: start the team again` };
  const again = repeated(teamSpec, steps, retryOf.step);
  return {
    spec: teamSpec,
    steps: steps.map((step) => (again.has(step.name) ? { name: step.name, phase: "Pending" } : step)),
  };
}

/** Says why a run, or one step of it, can't be retried; undefined where it can. */
export function whyNotRetryable(run: AgentRun, stepName?: string): string | undefined {
  const { phase, steps = [] } = run.status ?? {};
  const { name } = run.metadata;
  if (phase !== "Failed")
    return `run "${name}" has not failed (it is ${phase ?? "Pending"}): only failed runs can be retried`;
  if (stepName === undefined) return nothingFailed(run);
  const step = steps.find((each) => each.name === stepName);
  if (step === undefined) {
    const known = steps.map((each) => each.name).join(", ");
    return `run "${name}" has no step "${stepName}"; it has ${known === "" ? "none" : known}`;
  }
  if (step.phase === "Failed") return undefined;
  const failed = steps.filter((each) => each.phase === "Failed").map((each) => each.name);
  return `step "${stepName}" of run "${name}" has not failed (it is ${step.phase}); failed: ${failed.join(", ")}`;
}

/** A retry keeps what succeeded, so a run that failed before its steps or after them would fail in the same way. */
function nothingFailed(run: AgentRun): string | undefined {
  const { steps = [], error = "no reason given" } = run.status ?? {};
  if (steps.some((step) => step.phase === "Failed")) return undefined;
  const { name } = run.metadata;
  if (steps.length === 0) return `run "${name}" never began (${error}): start the team again`;
  return `no step of run "${name}" has failed (${error}): change the team and start it again`;
}

function repeated(spec: AgentTeamSpec, steps: readonly StepStatus[], only: string | undefined): Set<string> {
  const failed = steps.filter((step) => step.phase === "Failed").map((step) => step.name);
  const again = new Set(only === undefined ? failed : [only]);
  const isSkipped = (name: string) => steps.find((step) => step.name === name)?.phase === "Skipped";
  // A skipped step runs again when one that it depends on does; dependencies may stand in any order.
  for (let grew = true; grew; ) {
    grew = false;
    for (const { name, dependsOn = [] } of spec.steps) {
      if (again.has(name) || !isSkipped(name) || !dependsOn.some((needed) => again.has(needed))) continue;
      again.add(name);
      grew = true;
    }
  }
  return again;
}
