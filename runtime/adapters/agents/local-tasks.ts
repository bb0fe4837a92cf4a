import type { AgentEndpoint } from "../../ports/agent-endpoints.ts";
import {
  type PodTasks,
  type Task,
  TaskError,
  type TaskEvent,
  TaskRefusal,
  type Tasks,
} from "../../ports/tasks.ts";

/** Finds the tasks of a pod in this process; undefined where it is gone. */
export type FindPodTasks = (endpoint: AgentEndpoint) => PodTasks | undefined;

/** Gives tasks to agents in this process, without a connection and its token in between. */
export class LocalTasks implements Tasks {
  readonly #find: FindPodTasks;

  constructor(find: FindPodTasks) {
    this.#find = find;
  }

  async *start(endpoint: AgentEndpoint, task: Task, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    yield* this.#of(endpoint).start(task, signal);
  }

  async *join(endpoint: AgentEndpoint, taskID: string, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    yield* this.#of(endpoint).join(taskID, signal);
  }

  async remove(endpoint: AgentEndpoint, taskID: string): Promise<void> {
    this.#of(endpoint).remove(taskID);
  }

  #of(endpoint: AgentEndpoint): PodTasks {
    const tasks = this.#find(endpoint);
    if (tasks === undefined) throw new TaskError(TaskRefusal.gone, `pod ${endpoint.pod} is gone`);
    return tasks;
  }
}
