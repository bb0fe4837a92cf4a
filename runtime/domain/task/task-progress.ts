import { MAX_STEP_OUTPUT_BYTES } from "../../../lib/api/agent-run.ts";
import { type TaskFailure, TaskFailureReason, type TaskResult } from "./task-event.ts";

/** How far a task has come: what it has said, and how it ended once it has. */
export type TaskProgress = {
  readonly text: string;
  /** Size of the text as UTF-8. */
  readonly bytes: number;
  readonly ending?: TaskResult | TaskFailure | undefined;
};

/** A task of which nothing is known yet. */
export const notBegun: TaskProgress = { text: "", bytes: 0 };

/**
 * Adds a piece of the answer. Beyond a step's longest output the task has failed: nothing is silently cut.
 * After the end nothing changes any more.
 */
export function afterToken(progress: TaskProgress, piece: string): TaskProgress {
  if (progress.ending !== undefined) return progress;
  const bytes = progress.bytes + Buffer.byteLength(piece);
  if (bytes > MAX_STEP_OUTPUT_BYTES) return afterFailure(progress, outputTooLarge);
  return { text: progress.text + piece, bytes };
}

/** Ends the task with what it has said. The first ending stands. */
export function afterResult(progress: TaskProgress, tokens: TaskResult["tokens"]): TaskProgress {
  if (progress.ending !== undefined) return progress;
  return { ...progress, ending: { type: "result", output: progress.text, tokens } };
}

/** Ends the task in vain. The first ending stands. */
export function afterFailure(progress: TaskProgress, failure: Omit<TaskFailure, "type">): TaskProgress {
  if (progress.ending !== undefined) return progress;
  return { ...progress, ending: { type: "failure", ...failure } };
}

const outputTooLarge = {
  reason: TaskFailureReason.outputTooLarge,
  message: `the output is longer than ${MAX_STEP_OUTPUT_BYTES} bytes; ask for a shorter one`,
  isRetryable: false,
} as const;
