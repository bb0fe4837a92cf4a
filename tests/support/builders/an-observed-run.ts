import type { AgentRun, AgentRunStatus, StepStatus } from "../../../lib/api/agent-run.ts";
import type { AgentTeamSpec } from "../../../lib/api/agent-team.ts";
import { EtaTemplates } from "../../../runtime/adapters/eta/eta-templates.ts";
import type { ObservedRun } from "../../../runtime/domain/run/observed-run.ts";
import type { StepOutcome } from "../../../runtime/domain/run/step-outcome.ts";
import { aRun } from "./a-run.ts";
import { aTeamSpec } from "./a-team.ts";

const templates = new EtaTemplates();

/** When every run of these tests began. */
export const STARTED_AT = "2026-01-01T00:00:00.000Z";

/** What a test says about a run that has begun. */
export type ObservedRunParts = {
  readonly spec?: AgentTeamSpec;
  readonly steps?: StepStatus[];
  readonly status?: AgentRunStatus;
  readonly input?: Record<string, string>;
  /** By task id: how attempts ended. */
  readonly outcomes?: Readonly<Record<string, StepOutcome>>;
  readonly lastEnd?: Date;
};

/** A run of `spec` that began at `STARTED_AT`, with all steps pending unless told otherwise. */
export function observeRun(parts: ObservedRunParts = {}): ObservedRun {
  const { spec = aTeamSpec(), input = {}, outcomes = {} } = parts;
  const steps = parts.steps ?? spec.steps.map(({ name }): StepStatus => ({ name, phase: "Pending" }));
  const run: AgentRun = aRun("run", {
    spec: { input },
    status: { phase: "Running", startedAt: STARTED_AT, teamSpec: spec, steps, ...parts.status },
  });
  return {
    run,
    spec,
    outcomeOf: (taskID) => outcomes[taskID],
    render: (source, data) => {
      const compiled = templates.compile(source);
      return compiled.kind === "flaw" ? compiled : compiled.render(data);
    },
    lastEnd: parts.lastEnd,
  };
}

/** An attempt at a step that goes on as the task `<step>-task`. */
export function aRunningStep(name: string, parts: Partial<StepStatus> = {}): StepStatus {
  const attempt = { attempts: 1, startedAt: STARTED_AT, attemptedAt: STARTED_AT };
  return {
    name,
    phase: "Running",
    ...attempt,
    pod: "desk-1",
    podUID: "pod-uid",
    taskID: `${name}-task`,
    ...parts,
  };
}

/** An instant so many seconds after the run began. */
export function after(seconds: number): Date {
  return new Date(Date.parse(STARTED_AT) + seconds * 1_000);
}
