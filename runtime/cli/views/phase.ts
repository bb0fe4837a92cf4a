import type { StepStatus } from "../../../lib/api/agent-run.ts";
import type { Tone } from "./paint.ts";

/** Where a run or a step is. */
export type Phase = StepStatus["phase"];

const TONES: Readonly<Record<Phase, Tone>> = {
  Pending: "quiet",
  Running: "busy",
  Succeeded: "good",
  Failed: "bad",
  Skipped: "quiet",
};

const MARKS: Readonly<Record<Phase, string>> = {
  Pending: "○",
  Running: "●",
  Succeeded: "✔",
  Failed: "✖",
  Skipped: "–",
};

/** The phase of a run; one that nobody has looked at yet is pending. */
export function phaseOf(phase: Phase | undefined): Phase {
  return phase ?? "Pending";
}

/** The tone in which a phase is shown. */
export function phaseTone(phase: Phase): Tone {
  return TONES[phase];
}

/** One character that stands for a phase. */
export function phaseMark(phase: Phase): string {
  return MARKS[phase];
}
