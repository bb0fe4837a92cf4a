import type { TaskFailure, TaskResult } from "../../domain/task/task-event.ts";
import {
  afterFailure,
  afterResult,
  afterToken,
  notBegun,
  type TaskProgress,
} from "../../domain/task/task-progress.ts";

/** A task on this pod: how far it has come, who waits for news, and how to stop it. */
export class LiveTask {
  readonly id: string;
  /** How many readers are joined to it. */
  joiners = 0;
  readonly #abort = new AbortController();
  #progress: TaskProgress = notBegun;
  #news = Promise.withResolvers<void>();
  readonly #end = Promise.withResolvers<void>();

  constructor(id: string) {
    this.id = id;
  }

  get progress(): TaskProgress {
    return this.#progress;
  }

  get isRunning(): boolean {
    return this.#progress.ending === undefined;
  }

  /** Aborts when the task ends, so that the model's connection is closed. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Resolves once the task has ended, however. */
  get ended(): Promise<void> {
    return this.#end.promise;
  }

  /** Resolves at the next change. */
  changed(): Promise<void> {
    return this.#news.promise;
  }

  say(piece: string): void {
    this.#become(afterToken(this.#progress, piece));
  }

  succeed(tokens: TaskResult["tokens"]): void {
    this.#become(afterResult(this.#progress, tokens));
  }

  fail(failure: Omit<TaskFailure, "type">): void {
    this.#become(afterFailure(this.#progress, failure));
  }

  #become(progress: TaskProgress): void {
    if (progress === this.#progress) return;
    this.#progress = progress;
    if (!this.isRunning) {
      this.#abort.abort();
      this.#end.resolve();
    }
    const news = this.#news;
    this.#news = Promise.withResolvers();
    news.resolve();
  }
}
