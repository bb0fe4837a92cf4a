import type { AgentRun, AgentRunStatus, StepStatus } from "../../../lib/api/agent-run.ts";
import type { AgentTeamSpec } from "../../../lib/api/agent-team.ts";
import { ConditionType, RunReason } from "../../../lib/api/reason.ts";
import { setCondition } from "../condition/set-condition.ts";
import { firstTeamFlaw } from "../team/team-flaws.ts";
import { failRun } from "./end-run.ts";
import { keptSteps } from "./retry-steps.ts";

/** What is known when a run is about to begin. */
export type StartInput = {
  readonly run: AgentRun;
  /** The team's spec as it is now; undefined where there is no such team. */
  readonly team: AgentTeamSpec | undefined;
  /** The run that this one repeats, if it is a retry and that run exists. */
  readonly original: AgentRun | undefined;
  /** Latest end of a run of the team. */
  readonly lastEnd: Date | undefined;
};

/**
 * The first status of a run (protocols A4): Running, with the snapshot of the team that all later decisions are
 * taken from. A run that can't begin fails at once, with the reason.
 */
export function startRun({ run, team, original, lastEnd }: StartInput, now: Date): AgentRunStatus {
  const fail = (reason: RunReason, message: string) => failRun(run, {}, { reason, message, lastEnd }, now);
  if (run.spec.retryOf !== undefined) {
    const kept = keptSteps(run.spec.retryOf, original);
    if ("problem" in kept) return fail(RunReason.notRetryable, kept.problem);
    return begin(run, kept.spec, kept.steps, now);
  }
  if (team === undefined) {
    return fail(RunReason.teamNotFound, `there is no team "${run.spec.team}" in this namespace`);
  }
  const flaw = firstTeamFlaw(team);
  if (flaw !== undefined) return fail(RunReason.invalidTeam, `the team can't run: ${flaw.message}`);
  return begin(run, team, team.steps.map(pending), now);
}

function begin(run: AgentRun, spec: AgentTeamSpec, steps: StepStatus[], now: Date): AgentRunStatus {
  const { generation } = run.metadata;
  const condition = {
    type: ConditionType.succeeded,
    status: "Unknown",
    reason: RunReason.running,
    message: "the run has begun",
  } as const;
  return {
    phase: "Running",
    startedAt: now.toISOString(),
    teamSpec: spec,
    steps,
    conditions: setCondition(run.status?.conditions, condition, { now, generation }),
  };
}

function pending(step: { readonly name: string }): StepStatus {
  return { name: step.name, phase: "Pending" };
}
