import type { AgentRun, StepStatus } from "../../../lib/api/agent-run.ts";
import type { AgentTeamSpec, TeamStep } from "../../../lib/api/agent-team.ts";
import type { TemplateFlaw } from "../template/template-flaw.ts";
import type { TemplateData } from "../template/template-value.ts";
import type { StepOutcome } from "./step-outcome.ts";
import type { RunningRun } from "./step-timing.ts";

/** What is observed of a run that has begun. */
export type ObservedRun = {
  readonly run: AgentRun;
  readonly spec: AgentTeamSpec;
  /** How the attempt with this task id ended, or undefined while it goes on. */
  readonly outcomeOf: (taskID: string) => StepOutcome | undefined;
  readonly render: (
    source: string,
    data: TemplateData,
  ) => { readonly kind: "text"; readonly text: string } | TemplateFlaw;
  /** Latest end of a run of the team. */
  readonly lastEnd: Date | undefined;
};

/** What a team's templates can read: the run's input and the outputs so far. */
export function dataOf(run: AgentRun, steps: readonly StepStatus[]): TemplateData {
  const outputs = steps
    .filter((step) => step.output !== undefined)
    .map((step) => [step.name, { output: step.output ?? "" }]);
  return { input: run.spec.input ?? {}, steps: Object.fromEntries(outputs) };
}

/** Whether everything that a step depends on has succeeded. */
export function isReady({ steps }: RunningRun, step: TeamStep): boolean {
  return (step.dependsOn ?? []).every(
    (needed) => steps.find((each) => each.name === needed)?.phase === "Succeeded",
  );
}
