import type { TaskEvent } from "../../domain/task/task-event.ts";
import type { LiveTask } from "./live-task.ts";

/**
 * How far somebody has read a task: a place in its text and nothing more, so a slow reader costs no memory. It counts as
 * joined until it leaves, which does not stop the task.
 */
export class TaskPlace {
  readonly #task: LiveTask;
  #place = 0;
  #hasLeft = false;

  constructor(task: LiveTask) {
    this.#task = task;
    task.joiners += 1;
  }

  /** What comes next, or undefined where that is yet to happen. */
  next(): TaskEvent | undefined {
    const { text, ending } = this.#task.progress;
    if (this.#place === text.length) return ending;
    const piece = text.slice(this.#place);
    this.#place = text.length;
    return { type: "token", text: piece };
  }

  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#task.joiners -= 1;
  }
}
