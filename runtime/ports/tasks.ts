import type { TaskEvent } from "../domain/task/task-event.ts";
import type { AgentEndpoint } from "./agent-endpoints.ts";

/** A step's work, as sent to a pod. */
export type Task = {
  /** Same id, same task: sending it again joins it. */
  readonly id: string;
  readonly prompt: string;
  /** When the pod gives it up. */
  readonly deadline: Date;
};

export type { TaskEvent } from "../domain/task/task-event.ts";

/** Why a pod did not take or keep a task. */
export const TaskRefusal = {
  /** The pod is full or draining: choose again. */
  busy: "Busy",
  /** Another pod is behind the address, or the pod is gone for good: attempt elsewhere. */
  gone: "Gone",
  /** The pod doesn't know the task (only when joining). */
  unknown: "Unknown",
  /** The token is being refreshed: try again. */
  unauthorized: "Unauthorized",
  /** No connection, or it broke: join again. */
  unreachable: "Unreachable",
} as const;
export type TaskRefusal = (typeof TaskRefusal)[keyof typeof TaskRefusal];

/** Thrown by {@link Tasks} where a pod did not take or keep a task. */
export class TaskError extends Error {
  readonly refusal: TaskRefusal;
  constructor(refusal: TaskRefusal, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "TaskError";
    this.refusal = refusal;
  }
}

/** The tasks of one pod, for whoever hosts it in its own process. Throws {@link TaskError} and nothing else. */
export interface PodTasks {
  /** As {@link Tasks}, for this pod. */
  start(task: Task, signal: AbortSignal): AsyncIterable<TaskEvent>;
  join(taskID: string, signal: AbortSignal): AsyncIterable<TaskEvent>;
  remove(taskID: string): void;
}

/** Sends tasks to agent pods (protocols F). Every method throws {@link TaskError} and nothing else. */
export interface Tasks {
  /** Starts the task, or joins it where it runs or has ended; ends after `result` or `failure`. */
  start(endpoint: AgentEndpoint, task: Task, signal: AbortSignal): AsyncIterable<TaskEvent>;
  /** Joins a task without starting it. */
  join(endpoint: AgentEndpoint, taskID: string, signal: AbortSignal): AsyncIterable<TaskEvent>;
  /** Stops a task if it runs and forgets its result; unknown tasks are fine. */
  remove(endpoint: AgentEndpoint, taskID: string): Promise<void>;
}
