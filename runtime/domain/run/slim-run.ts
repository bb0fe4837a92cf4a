import type { AgentRun, SiblingRecord, StepStatus } from "../../../lib/api/agent-run.ts";

/** A run without what is large: inputs, outputs and the snapshot. A cache keeps no more of it. */
export function slimRun(run: AgentRun): AgentRun {
  const { input: _, trigger, ...spec } = run.spec;
  const { siblings, ...facts } = trigger;
  const slimTrigger = siblings === undefined ? facts : { ...facts, siblings: siblings.map(slimSibling) };
  const slim = { ...run, spec: { ...spec, trigger: slimTrigger } };
  if (run.status === undefined) return slim;
  const { output: _o, teamSpec: _t, steps, ...status } = run.status;
  return { ...slim, status: { ...status, ...(steps === undefined ? {} : { steps: steps.map(slimStep) }) } };
}

function slimSibling({ name, team }: SiblingRecord): SiblingRecord {
  return { name, team };
}

function slimStep(step: StepStatus): StepStatus {
  const { output: _, ...rest } = step;
  return rest;
}
