import { taskFlaw } from "../../domain/task/parse-task-request.ts";
import { rejectedTask } from "../../domain/task/task-event.ts";
import { MAX_JOINERS_PER_TASK } from "../../domain/task/task-limits.ts";
import { type PodTasks, type Task, TaskError, type TaskEvent, TaskRefusal } from "../../ports/tasks.ts";
import type { LiveTask } from "./live-task.ts";
import { TaskPlace } from "./task-place.ts";
import type { TaskRegistry } from "./task-registry.ts";

/** A pod's tasks for whoever hosts it in its own process: as `/tasks` gives them to others, without a connection. */
export class HostedTasks implements PodTasks {
  readonly #registry: TaskRegistry;

  constructor(registry: TaskRegistry) {
    this.#registry = registry;
  }

  async *start(task: Task, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    const flaw = taskFlaw(task);
    if (flaw !== undefined) {
      yield rejectedTask(flaw);
      return;
    }
    const started = this.#registry.start(task);
    if (typeof started === "string") throw new TaskError(TaskRefusal.busy, `the pod is ${started}`);
    yield* read(started, signal);
  }

  async *join(taskID: string, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    const found = this.#registry.find(taskID);
    if (found === undefined) throw new TaskError(TaskRefusal.unknown, "the pod does not know the task");
    yield* read(found, signal);
  }

  remove(taskID: string): void {
    this.#registry.remove(taskID);
  }
}

async function* read(task: LiveTask, signal: AbortSignal): AsyncGenerator<TaskEvent> {
  if (task.joiners >= MAX_JOINERS_PER_TASK)
    throw new TaskError(TaskRefusal.busy, "too many readers have joined the task");
  const place = new TaskPlace(task);
  try {
    for (;;) {
      if (signal.aborted) throw new TaskError(TaskRefusal.unreachable, "nobody reads the task any more");
      const event = place.next();
      if (event === undefined) await newsOrAbort(task, signal);
      else {
        yield event;
        if (event.type !== "token") return;
      }
    }
  } finally {
    place.leave();
  }
}

function newsOrAbort(task: LiveTask, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      signal.removeEventListener("abort", wake);
      resolve();
    };
    signal.addEventListener("abort", wake);
    void task.changed().then(wake);
  });
}
