import type { AgentRun, StepStatus } from "../../../lib/api/agent-run.ts";
import { tookFrom } from "./ages.ts";
import { fitWidth, padWidth } from "./display-width.ts";
import type { ViewOptions } from "./paint.ts";
import { type Piece, paintedLine } from "./painted-line.ts";
import { phaseMark, phaseTone } from "./phase.ts";
import { printableLine } from "./printable.ts";

/** How a run that goes on is shown. */
export type LiveOptions = ViewOptions & {
  readonly width: number;
  /** Most lines. */
  readonly rows: number;
  /** Counts up with each drawing. */
  readonly frame: number;
};

const SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
/** Columns that a step's time is given, so that what follows stands still. */
const TIME_WIDTH = 6;
/** Columns that a step's mark, its time and the gaps take: a long name leaves them their room. */
const AROUND_NAME = TIME_WIDTH + 4;
/** Columns that a remark needs at least. */
const LEAST_REMARK = 12;
/** What is left out first where there is no room for all steps. */
const LEAST_TELLING: readonly StepStatus["phase"][] = ["Skipped", "Succeeded", "Pending"];

/** A run that goes on, one line a step: what it does, for how long, and what it waits for. */
export function liveView(run: AgentRun, options: LiveOptions): readonly string[] {
  const steps = run.status?.steps ?? [];
  if (steps.length === 0) return [waitingLine(run, options)];
  const kept = mostTelling(steps, options.rows);
  const longest = Math.max(...kept.map(({ name }) => name.length));
  const nameWidth = Math.max(1, Math.min(longest, options.width - AROUND_NAME));
  const lines = kept.map((step) => paintedLine(stepPieces(run, step, nameWidth, options), options));
  const left = steps.length - kept.length;
  return left === 0 ? lines : [...lines, paintedLine([`… ${left} more steps`], options)];
}

function waitingLine({ metadata, status }: AgentRun, options: LiveOptions): string {
  const spinner: Piece = { text: spinnerAt(options.frame), tone: "busy" };
  const since = tookFrom(metadata.creationTimestamp, undefined, options.now);
  const what = status?.phase === undefined ? "waits for the operator" : "begins";
  return paintedLine([spinner, ` ${metadata.name} ${what}  ${since}`], options);
}

function mostTelling(steps: readonly StepStatus[], rows: number): readonly StepStatus[] {
  let kept = steps;
  for (const phase of LEAST_TELLING) {
    // The last line tells how many are left out.
    let surplus = kept.length - (kept.length === steps.length ? rows : rows - 1);
    if (surplus <= 0) break;
    if (kept.length === steps.length) surplus++;
    kept = kept.filter((step) => step.phase !== phase || surplus-- <= 0);
  }
  return kept.slice(0, Math.max(1, kept.length === steps.length ? rows : rows - 1));
}

function stepPieces(
  run: AgentRun,
  step: StepStatus,
  nameWidth: number,
  { frame, now, width }: LiveOptions,
): readonly Piece[] {
  const { phase, name, startedAt, completedAt } = step;
  const mark = phase === "Running" ? spinnerAt(frame) : phaseMark(phase);
  const time = phase === "Skipped" || startedAt === undefined ? "" : tookFrom(startedAt, completedAt, now);
  return [
    { text: mark, tone: phaseTone(phase) },
    ` ${padWidth(fitWidth(name, nameWidth), nameWidth)}  ${time.padEnd(TIME_WIDTH)}  `,
    // A word or less of it would tell nothing.
    width - nameWidth - AROUND_NAME < LEAST_REMARK ? "" : remarkOn(run, step),
  ];
}

function remarkOn(run: AgentRun, step: StepStatus): Piece {
  const { phase, attempts = 0, error } = step;
  const told = error === undefined ? "" : printableLine(error);
  switch (phase) {
    case "Failed":
      return { text: told, tone: "bad" };
    case "Running":
      return attempts > 1 ? { text: `attempt ${attempts}: ${told}`, tone: "quiet" } : "";
    case "Pending":
      return { text: told === "" ? waitsFor(run, step.name) : `again soon: ${told}`, tone: "quiet" };
    case "Skipped":
      return { text: told === "" ? "skipped" : told, tone: "quiet" };
    case "Succeeded":
      return "";
  }
}

function waitsFor({ status }: AgentRun, name: string): string {
  const needed = status?.teamSpec?.steps.find((step) => step.name === name)?.dependsOn ?? [];
  const isOpen = (other: string) => status?.steps?.find((step) => step.name === other)?.phase !== "Succeeded";
  const open = needed.filter(isOpen);
  return open.length === 0 ? "waits for a ready agent" : `after ${open.join(", ")}`;
}

function spinnerAt(frame: number): string {
  return SPINNER[frame % SPINNER.length] ?? "";
}
