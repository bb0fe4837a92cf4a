import { TaskFailureReason } from "../../domain/task/task-event.ts";
import { MAX_REMEMBERED_TASKS, MAX_TASK_LIFE_MS } from "../../domain/task/task-limits.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Timer, Timers } from "../../ports/timers.ts";
import { LiveTask } from "./live-task.ts";
import { type Worker, type WorkerPorts, workOnTask } from "./work-on-task.ts";

/** What a registry stands on. */
export type RegistryPorts = WorkerPorts & { readonly clock: Clock; readonly timers: Timers };

/** A task as it is started; its pod has been checked. */
export type TaskOrder = { readonly id: string; readonly prompt: string; readonly deadline: Date };

/** Why a task is not taken: the pod works on as much as it may, or it is being stopped. */
export type TurnedAway = "full" | "draining";

/**
 * How long a stopping pod waits for the results of ended tasks to be fetched and deleted: as long as it takes another
 * leader to take over after a crash, and to catch up with all that was under way. What is lost is asked again.
 */
const RESULT_LINGER_MS = 120_000;

const podStopped = {
  reason: TaskFailureReason.podStopped,
  message: "the pod was stopped before the task had ended",
  isRetryable: true,
} as const;

type Entry = { readonly task: LiveTask; readonly expiry: Timer };

/**
 * The tasks of a pod, by id. Ended ones stay until they are removed or their deadline passes, so that
 * whoever lost the connection, or took over as leader, still gets the result.
 */
export class TaskRegistry {
  readonly #worker: Worker;
  readonly #maxConcurrent: number;
  readonly #ports: RegistryPorts;
  readonly #entries = new Map<string, Entry>();
  readonly #emptied = Promise.withResolvers<void>();
  #isDraining = false;

  constructor(worker: Worker, maxConcurrent: number, ports: RegistryPorts) {
    this.#worker = worker;
    this.#maxConcurrent = maxConcurrent;
    this.#ports = ports;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** How many tasks are being worked on. */
  get running(): number {
    return this.#tasks().filter((task) => task.isRunning).length;
  }

  /** Starts a task, or finds the one of the same id. */
  start(order: TaskOrder): LiveTask | TurnedAway {
    const known = this.find(order.id);
    if (known !== undefined) return known;
    if (this.#isDraining) return "draining";
    const isFull = this.running >= this.#maxConcurrent || this.#entries.size >= MAX_REMEMBERED_TASKS;
    return isFull ? "full" : this.#begin(order);
  }

  /** The task of this id, running or ended. */
  find(id: string): LiveTask | undefined {
    return this.#entries.get(id)?.task;
  }

  /** Stops a task if it runs, and forgets it. */
  remove(id: string): void {
    this.#forget(id, { reason: TaskFailureReason.removed, message: "the task was deleted" });
  }

  /** Takes no more tasks, waits for the running ones, then for results to be fetched, all within the grace. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true;
    const { clock } = this.#ports;
    const endMs = clock.monotonicMs() + graceMs;
    await this.#within(graceMs, Promise.all(this.#tasks().map((task) => task.ended)));
    for (const task of this.#tasks()) task.fail(podStopped);
    const lingerMs = Math.min(RESULT_LINGER_MS, endMs - clock.monotonicMs());
    if (this.#entries.size > 0 && lingerMs > 0) await this.#within(lingerMs, this.#emptied.promise);
    for (const { expiry } of this.#entries.values()) expiry.cancel();
    this.#entries.clear();
    this.#emptied.resolve();
  }

  #tasks(): LiveTask[] {
    return [...this.#entries.values()].map(({ task }) => task);
  }

  /** Waits for something, but not longer than this. */
  async #within(limitMs: number, something: Promise<unknown>): Promise<void> {
    const settled = new AbortController();
    const settle = () => settled.abort();
    something.then(settle, settle);
    await this.#ports.timers.sleep(limitMs, settled.signal);
  }

  #begin({ id, prompt, deadline }: TaskOrder): LiveTask {
    const { clock, timers } = this.#ports;
    const task = new LiveTask(id);
    const lifeMs = Math.min(deadline.getTime() - clock.now().getTime(), MAX_TASK_LIFE_MS);
    const expired = { reason: TaskFailureReason.deadlineExceeded, message: "the task's deadline has passed" };
    if (lifeMs <= 0) {
      task.fail({ ...expired, isRetryable: false });
      return task;
    }
    this.#entries.set(id, { task, expiry: timers.after(lifeMs, () => this.#forget(id, expired)) });
    void workOnTask(task, prompt, this.#worker, this.#ports);
    return task;
  }

  #forget(id: string, why: { readonly reason: TaskFailureReason; readonly message: string }): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.expiry.cancel();
    this.#entries.delete(id);
    entry.task.fail({ ...why, isRetryable: false });
    if (this.#entries.size === 0 && this.#isDraining) this.#emptied.resolve();
  }
}
