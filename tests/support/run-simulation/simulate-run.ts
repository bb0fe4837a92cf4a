import type { AgentRun, AgentRunStatus } from "../../../lib/api/agent-run.ts";
import type { AgentTeamSpec } from "../../../lib/api/agent-team.ts";
import { beginAttempt } from "../../../runtime/domain/run/begin-attempt.ts";
import { planRun, type RunPlan } from "../../../runtime/domain/run/plan-run.ts";
import { startRun } from "../../../runtime/domain/run/start-run.ts";
import type { StepOutcome } from "../../../runtime/domain/run/step-outcome.ts";
import { aRun } from "../builders/a-run.ts";

/** What chance decides at one look: a number from 0 to 99. */
export type Chance = () => number;

/** One look at the run: what was known, what was planned, and what was written. */
export type Look = {
  readonly now: Date;
  readonly before: AgentRunStatus;
  readonly plan: RunPlan;
  readonly after: AgentRunStatus;
};

const START = new Date("2026-01-01T00:00:00Z");
/** More looks than any run needs: each makes an attempt, ends one, or lets time pass. */
const MAX_LOOKS = 2_000;

/** Runs a team with pods that answer, fail, refuse, get lost or stay silent as chance has it, until the run ends. */
export function simulateRun(spec: AgentTeamSpec, chance: Chance, original?: AgentRun): Look[] {
  const retry = original === undefined ? {} : { spec: { retryOf: { run: original.metadata.name } } };
  const run = aRun(original === undefined ? "run" : "run-r1", retry);
  let now = START;
  let status = startRun({ run, team: spec, original, lastEnd: undefined }, now);
  const looks: Look[] = [];
  const ends = new Map<string, StepOutcome | undefined>();
  while (status.phase === "Running") {
    if (looks.length > MAX_LOOKS) throw new Error("the run does not end");
    const outcomeOf = (taskID: string) => {
      const known = ends.get(taskID) ?? outcome(chance());
      ends.set(taskID, known);
      return known;
    };
    const render = (source: string) => ({ kind: "text", text: source }) as const;
    const running = { ...run, status };
    const plan = planRun({ run: running, spec, outcomeOf, render, lastEnd: undefined }, now);
    // A refused attempt is made again under the same id.
    for (const { taskID = "" } of plan.over) ends.delete(taskID);
    const after = assign(running, plan, now, chance);
    looks.push({ now, before: status, plan, after });
    status = after;
    const laterMs = chance() < 30 ? 50 : chance() * 1_000;
    const checkMs =
      plan.checkAt === undefined ? laterMs : Math.max(1, plan.checkAt.getTime() - now.getTime());
    now = new Date(now.getTime() + Math.min(laterMs, checkMs));
  }
  return looks;
}

function assign(run: AgentRun, plan: RunPlan, now: Date, chance: Chance): AgentRunStatus {
  let { status } = plan;
  for (const { step } of plan.ready) {
    const pod = { pod: "desk-1", podUID: "pod-uid" };
    if (chance() < 70) status = beginAttempt(run, status, { step: step.name, pod }, now);
  }
  return status;
}

function outcome(chance: number): StepOutcome | undefined {
  if (chance < 30) return undefined;
  if (chance < 55) return { kind: "succeeded", output: "done", tokens: { prompt: 1, completion: 1 } };
  if (chance < 70) return { kind: "failed", reason: "ModelError", message: "no", isRetryable: chance < 66 };
  return chance < 94 ? { kind: "lost" } : { kind: "refused" };
}
