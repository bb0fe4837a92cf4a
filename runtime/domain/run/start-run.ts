import {
  type AgentRun,
  type AgentRunStatus,
  MAX_RUN_BYTES,
  type StepStatus,
} from "../../../lib/api/agent-run.ts";
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
    return beginWithin(run, kept, lastEnd, now);
  }
  if (team === undefined) {
    return fail(RunReason.teamNotFound, `there is no team "${run.spec.team}" in this namespace`);
  }
  const flaw = firstTeamFlaw(team);
  if (flaw !== undefined) return fail(RunReason.invalidTeam, `the team can't run: ${flaw.message}`);
  return beginWithin(run, { spec: team, steps: team.steps.map(pending) }, lastEnd, now);
}

/** A snapshot that leaves the run object no room would be refused by the store at each try. */
function beginWithin(
  run: AgentRun,
  { spec, steps }: { readonly spec: AgentTeamSpec; readonly steps: StepStatus[] },
  lastEnd: Date | undefined,
  now: Date,
): AgentRunStatus {
  const status = begin(run, spec, steps, now);
  if (Buffer.byteLength(JSON.stringify({ ...run, status })) <= MAX_RUN_BYTES) return status;
  const message = `the team can't run: its spec and the run's input together take more than ${MAX_RUN_BYTES} bytes; shorten prompts or inputs`;
  return failRun(run, {}, { reason: RunReason.invalidTeam, message, lastEnd }, now);
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
