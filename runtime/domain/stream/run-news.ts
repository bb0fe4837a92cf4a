import type { AgentRun, StepStatus } from "../../../lib/api/agent-run.ts";
import { hasEnded, hasPhase } from "../firing/fires-of.ts";
import { type StreamEvent, StreamEventName } from "./stream-event.ts";

/** What of a run has been told: nothing of it is told again. */
export type RunTold = {
  readonly isStarted: boolean;
  readonly isEnded: boolean;
  /** By step. */
  readonly steps: Readonly<Record<string, StepTold>>;
};

type StepTold = { readonly attempt: number; readonly isEnded: boolean };

/** What is told of a run now, and what is told by then. */
export type RunNews = { readonly told: RunTold; readonly events: readonly StreamEvent[] };

/** A run of which nothing has been told. */
export const nothingTold: RunTold = { isStarted: false, isEnded: false, steps: {} };

/** Why a run that is gone has failed: deleting it cancels it. */
export const RUN_DELETED = "the run was deleted before it ended";

type Span = Pick<StepStatus, "startedAt" | "completedAt">;
type Dated = { readonly event: StreamEvent; readonly atMs: number };

/**
 * Compares a run with what has been told of it. Whatever lies between two looks is told at the second one, in the
 * order in which it happened; only attempts that came and went unseen are left out.
 */
export function runNews(told: RunTold, run: AgentRun): RunNews {
  if (told.isEnded || !hasPhase(run)) return { told, events: [] };
  const known = { team: run.spec.team, runName: run.metadata.name };
  const { startedAt, steps = [] } = run.status ?? {};
  const dated = steps.flatMap((step) => stepNews(told.steps[step.name] ?? unseen, step));
  const events = dated
    .sort((one, other) => one.atMs - other.atMs)
    .map(({ event }): StreamEvent => ({ ...event, data: { ...known, ...event.data } }));
  if (!told.isStarted)
    events.unshift({ name: StreamEventName.runStarted, data: { ...known, ...given({ startedAt }) } });
  if (hasEnded(run)) events.push(endOf(run));
  const stepsTold = Object.fromEntries(
    steps.map((step) => [step.name, afterTelling(told.steps[step.name], step)]),
  );
  return { told: { isStarted: true, isEnded: hasEnded(run), steps: stepsTold }, events };
}

/** What is told of a run that is gone. */
export function newsOfDeleted(told: RunTold, known: { team: string; runName: string }): RunNews {
  if (told.isEnded) return { told, events: [] };
  const data = { ...known, status: "failed", error: RUN_DELETED };
  return { told: { ...told, isEnded: true }, events: [{ name: StreamEventName.runFailed, data }] };
}

const unseen: StepTold = { attempt: 0, isEnded: false };

function afterTelling(before: StepTold = unseen, step: StepStatus): StepTold {
  return {
    attempt: Math.max(before.attempt, hasBegun(step) ? (step.attempts ?? 0) : 0),
    isEnded: isStepEnded(step),
  };
}

function stepNews(told: StepTold, step: StepStatus): Dated[] {
  if (told.isEnded) return [];
  const news: Dated[] = [];
  const { name, attempts = 0, error, attemptedAt, startedAt, completedAt } = step;
  if (hasBegun(step) && attempts > told.attempt) {
    // While a step runs, its error is the one of the attempt before.
    const previousError = step.phase === "Running" ? error : undefined;
    const data = { step: name, attempt: attempts, ...given({ previousError }) };
    news.push({
      event: { name: StreamEventName.stepStarted, data },
      atMs: instantMs(attemptedAt ?? startedAt),
    });
  }
  if (isStepEnded(step)) news.push({ event: stepEnd(step), atMs: instantMs(completedAt) });
  return news;
}

function stepEnd(step: StepStatus): StreamEvent {
  const { name, phase, attempts, output, error, tokens } = step;
  const durationMs = duration(step);
  const data = { step: name, status: phase.toLowerCase() };
  return {
    name: StreamEventName.stepCompleted,
    data: { ...data, ...given({ attempts, output, error, durationMs, tokens }) },
  };
}

function endOf(run: AgentRun): StreamEvent {
  const { phase, output = "", error } = run.status ?? {};
  const isSuccess = phase === "Succeeded";
  const known = { team: run.spec.team, runName: run.metadata.name };
  const durationMs = duration(run.status ?? {});
  return {
    name: isSuccess ? StreamEventName.runCompleted : StreamEventName.runFailed,
    data: { ...known, status: isSuccess ? "succeeded" : "failed", output, ...given({ error, durationMs }) },
  };
}

function hasBegun({ phase }: StepStatus): boolean {
  return phase === "Running" || phase === "Succeeded" || phase === "Failed";
}

function isStepEnded({ phase }: StepStatus): boolean {
  return phase === "Succeeded" || phase === "Failed" || phase === "Skipped";
}

function duration({ startedAt, completedAt }: Span): number | undefined {
  if (startedAt === undefined || completedAt === undefined) return undefined;
  return Math.max(0, Date.parse(completedAt) - Date.parse(startedAt));
}

function instantMs(instant: string | undefined): number {
  return Date.parse(instant ?? "") || 0;
}

/** Leaves out what is not known. */
function given(facts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
