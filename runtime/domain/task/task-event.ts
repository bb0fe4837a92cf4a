/** How a task ended in vain. */
export type TaskFailure = {
  readonly type: "failure";
  readonly reason: string;
  /** A sentence without a prompt, an output or a secret. */
  readonly message: string;
  readonly isRetryable: boolean;
};

/** How a task ended with an answer. */
export type TaskResult = {
  readonly type: "result";
  readonly output: string;
  readonly tokens?: { readonly prompt: number; readonly completion: number } | undefined;
};

/** What a joined task reports: pieces of its answer, then how it ended. */
export type TaskEvent = { readonly type: "token"; readonly text: string } | TaskResult | TaskFailure;

/** Reasons of failures that the agent server finds itself; the others are the model's. */
export const TaskFailureReason = {
  /** The deadline passed. */
  deadlineExceeded: "DeadlineExceeded",
  /** The output is longer than a step's may be. */
  outputTooLarge: "OutputTooLarge",
  /** Somebody deleted the task while it ran. */
  removed: "Removed",
  /** The pod was stopped before the task had ended. */
  podStopped: "PodStopped",
  /** The pod refused the task as such: another attempt would end alike. */
  rejected: "TaskRejected",
} as const;
export type TaskFailureReason = (typeof TaskFailureReason)[keyof typeof TaskFailureReason];

/** The failure of a task that its pod has rejected for good. */
export function rejectedTask(why: string): TaskFailure {
  const message = `the pod rejected the task: ${why}`;
  return { type: "failure", reason: TaskFailureReason.rejected, message, isRetryable: false };
}
