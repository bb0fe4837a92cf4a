import type { AgentRun, StepStatus } from "../../../lib/api/agent-run.ts";
import { type StreamEvent, StreamEventName } from "../../domain/stream/stream-event.ts";
import { tookFrom } from "./ages.ts";
import { inPlain, type ViewOptions } from "./paint.ts";
import { phaseTone } from "./phase.ts";
import { printable, printableLine } from "./printable.ts";

/** What happened in a run, as lines: each step's beginning, its output and its end with its duration. */
export function newsLines(
  run: AgentRun,
  news: readonly StreamEvent[],
  options: ViewOptions,
): readonly string[] {
  return news.flatMap((event) => {
    const step = run.status?.steps?.find(({ name }) => name === event.data["step"]);
    switch (event.name) {
      case StreamEventName.runStarted:
        return [`run ${run.metadata.name} started`];
      case StreamEventName.stepStarted:
        return step === undefined ? [] : [beginning(step)];
      case StreamEventName.stepCompleted:
        return step === undefined ? [] : [...outputLines(step, options), stepEnd(step, options)];
      case StreamEventName.runCompleted:
      case StreamEventName.runFailed:
        return [runEnd(run, options)];
      default:
        return [];
    }
  });
}

/** A step's output, each line of it after the step's name: steps that run side by side stay apart. */
export function outputLines(
  { name, output }: StepStatus,
  { paint = inPlain }: ViewOptions,
): readonly string[] {
  if (output === undefined || output === "") return [];
  const lines = printable(output).replace(/\n+$/, "").split("\n");
  return lines.map((line) => `${paint("quiet", `${name} |`)} ${line}`.trimEnd());
}

/** How a run has ended, and how long it took. */
export function runEnd({ metadata, status }: AgentRun, { now, paint = inPlain }: ViewOptions): string {
  const { phase = "Pending", startedAt, completedAt, error } = status ?? {};
  const took = tookFrom(startedAt, completedAt, now);
  const end = phase === "Failed" ? `failed after ${took}${reasonOf(error)}` : `succeeded in ${took}`;
  return `run ${metadata.name} ${paint(phaseTone(phase), end)}`;
}

function beginning({ name, attempts = 1, error }: StepStatus): string {
  return attempts > 1 ? `${name}: attempt ${attempts}${reasonOf(error)}` : `${name}: started`;
}

function stepEnd(step: StepStatus, { now, paint = inPlain }: ViewOptions): string {
  const { name, phase, startedAt, completedAt, error } = step;
  const took = tookFrom(startedAt, completedAt, now);
  switch (phase) {
    case "Failed":
      return `${name}: ${paint("bad", `failed after ${took}`)}${reasonOf(error)}`;
    case "Skipped":
      return `${name}: skipped${reasonOf(error)}`;
    default:
      return `${name}: ${paint("good", `succeeded in ${took}`)}`;
  }
}

function reasonOf(error: string | undefined): string {
  return error === undefined ? "" : `: ${printableLine(error)}`;
}
