import type { TaskEvent } from "../../../runtime/domain/task/task-event.ts";
import type { AgentEndpoint } from "../../../runtime/ports/agent-endpoints.ts";
import { TaskError, TaskRefusal, type Tasks } from "../../../runtime/ports/tasks.ts";

type Spoken = { text: string; ending: TaskEvent | undefined; news: PromiseWithResolvers<void> };

/** Tasks that say what a test says, and that tell whoever joins from the beginning, as a pod does. */
export class SpokenTasks implements Tasks {
  readonly #tasks = new Map<string, Spoken>();
  readonly #joined = new Set<AbortController>();
  /** How often a task was joined, with those that were refused. */
  joins = 0;
  /** Refuses everybody that joins, while it is set. */
  refusal: TaskRefusal | Error | undefined;

  /** How many are joined now. */
  get joined(): number {
    return this.#joined.size;
  }

  /** Goes on speaking; the task exists from its first word on. */
  say(taskID: string, text: string): void {
    const task = this.#task(taskID);
    this.#become(taskID, { ...task, text: task.text + text });
  }

  /** Ends with all that was said. */
  finish(taskID: string): void {
    const task = this.#task(taskID);
    this.#become(taskID, { ...task, ending: { type: "result", output: task.text } });
  }

  /** Forgets what a task has said: a container that was started anew. */
  restart(taskID: string): void {
    this.#tasks.delete(taskID);
    this.breakConnections();
  }

  /** Breaks all connections. */
  breakConnections(): void {
    for (const connection of this.#joined) connection.abort();
  }

  start(): AsyncIterable<TaskEvent> {
    throw new Error("whoever only listens starts nothing");
  }

  async *join(_endpoint: AgentEndpoint, taskID: string, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    this.joins += 1;
    if (this.refusal instanceof Error) throw this.refusal;
    if (this.refusal !== undefined) throw new TaskError(this.refusal, "told to refuse");
    if (!this.#tasks.has(taskID)) throw new TaskError(TaskRefusal.unknown, "not known yet");
    const connection = new AbortController();
    const broken = AbortSignal.any([signal, connection.signal]);
    this.#joined.add(connection);
    try {
      yield* this.#tell(taskID, broken);
    } finally {
      this.#joined.delete(connection);
    }
  }

  async remove(): Promise<void> {}

  async *#tell(taskID: string, broken: AbortSignal): AsyncGenerator<TaskEvent> {
    const isBroken = new Promise<void>((resolve) => broken.addEventListener("abort", () => resolve()));
    for (let place = 0; ; ) {
      if (broken.aborted) throw new TaskError(TaskRefusal.unreachable, "the connection broke");
      const { text, ending, news } = this.#task(taskID);
      if (place < text.length) yield { type: "token", text: text.slice(place) };
      else if (ending !== undefined) return yield ending;
      else await Promise.race([news.promise, isBroken]);
      place = text.length;
    }
  }

  #task(taskID: string): Spoken {
    return this.#tasks.get(taskID) ?? { text: "", ending: undefined, news: Promise.withResolvers<void>() };
  }

  #become(taskID: string, task: Spoken): void {
    const before = this.#task(taskID);
    this.#tasks.set(taskID, { ...task, news: Promise.withResolvers() });
    before.news.resolve();
  }
}
