import type { AgentRunStatus, StepStatus } from "../../../lib/api/agent-run.ts";
import type { TeamStep } from "../../../lib/api/agent-team.ts";
import type { TemplateFlaw } from "../template/template-flaw.ts";
import { concludeRun, timeOutRun } from "./conclude-run.ts";
import { dataOf, isReady, type ObservedRun } from "./observed-run.ts";
import { settleSteps } from "./settle-steps.ts";
import { RETRY_MAX_MS, type RunningRun, runDeadline, stepDeadline } from "./step-timing.ts";

/** A step whose next attempt may begin now, once a pod takes it. */
export type ReadyStep = { readonly step: TeamStep; readonly prompt: string; readonly deadline: Date };

/** What is due for a run. */
export type RunPlan = {
  readonly status: AgentRunStatus;
  readonly ready: readonly ReadyStep[];
  /** Attempts that go on and have to be listened to. */
  readonly ongoing: readonly (ReadyStep & { readonly status: StepStatus })[];
  /** Attempts that are over: their tasks can be removed from the pods. */
  readonly over: readonly StepStatus[];
  readonly checkAt: Date | undefined;
};

/** Decides what is due for a run that has begun: steps to start, repeat or skip, and its end (design §4). */
export function planRun(observed: ObservedRun, now: Date): RunPlan {
  const { run, spec } = observed;
  const before = run.status?.steps ?? [];
  const isLate = runDeadline({ run, spec, steps: before }) <= now;
  const steps = settleSteps(observed, before, now);
  const isDone = steps.every((step) => step.phase !== "Pending" && step.phase !== "Running");
  const base: AgentRunStatus = { ...run.status, steps };
  if (!isDone && !isLate) return goOn(observed, base, before, now);
  const status = isDone ? concludeRun(observed, base, now) : timeOutRun(observed, base, now);
  return {
    status,
    ready: [],
    ongoing: [],
    over: taskHolders(before),
    checkAt: undefined,
  };
}

function goOn(
  observed: ObservedRun,
  status: AgentRunStatus,
  before: readonly StepStatus[],
  now: Date,
): RunPlan {
  const { run, spec } = observed;
  const steps = status.steps ?? [];
  const running: RunningRun = { run, spec, steps };
  const ready: ReadyStep[] = [];
  const ongoing: (ReadyStep & { status: StepStatus })[] = [];
  const checks: number[] = [runDeadline(running).getTime()];
  for (const step of spec.steps) {
    const stepStatus = steps.find((each) => each.name === step.name);
    if (stepStatus === undefined || !isReady(running, step)) continue;
    const isRunning = stepStatus.phase === "Running";
    if (!isRunning && stepStatus.phase !== "Pending") continue;
    const deadline = stepDeadline(running, step);
    checks.push(deadline.getTime());
    const prompt = textOf(observed.render(step.prompt, dataOf(run, steps)));
    if (isRunning) ongoing.push({ step, prompt, deadline, status: stepStatus });
    else if (isDue(stepStatus, now)) ready.push({ step, prompt, deadline });
    else checks.push(Date.parse(stepStatus.retryAt ?? ""));
  }
  const alive = new Set(ongoing.map(({ status: { taskID } }) => taskID));
  return {
    status,
    ready,
    ongoing,
    over: taskHolders(before).filter(({ taskID }) => !alive.has(taskID)),
    checkAt: new Date(Math.min(...checks)),
  };
}

/** No wait is longer than the longest: one that seems to be was begun by a clock that has been set back since. */
function isDue({ retryAt }: StepStatus, now: Date): boolean {
  if (retryAt === undefined) return true;
  const leftMs = Date.parse(retryAt) - now.getTime();
  return leftMs <= 0 || leftMs > RETRY_MAX_MS;
}

function taskHolders(steps: readonly StepStatus[]): StepStatus[] {
  return steps.filter((step) => step.phase === "Running" && step.taskID !== undefined);
}

function textOf(rendered: { readonly kind: "text"; readonly text: string } | TemplateFlaw): string {
  return rendered.kind === "text" ? rendered.text : "";
}
