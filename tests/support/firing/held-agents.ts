import type { AgentEndpoint, AgentEndpoints } from "../../../runtime/ports/agent-endpoints.ts";
import type { Task, TaskEvent, Tasks } from "../../../runtime/ports/tasks.ts";
import { anEndpoint } from "../an-endpoint.ts";

/** A pod that answers as a test says, at once or when it is let go. */
export class HeldAgents implements AgentEndpoints, Tasks {
  /** What was asked, in order; a task that is joined is not asked again. */
  readonly prompts: string[] = [];
  /** Answers a prompt; a thrown error fails the step for good. */
  answer: (prompt: string) => string = (prompt) => `said ${prompt}`;
  /** While it has not resolved, nothing is answered. */
  held: Promise<void> = Promise.resolve();
  /** What a single prompt's answer waits for besides. */
  heldBack: (prompt: string) => Promise<void> | undefined = () => undefined;
  readonly #pod = anEndpoint({ maxConcurrentTasks: 1_000 });
  readonly #tasks = new Map<string, Promise<TaskEvent>>();

  of(_: string, agent: string): readonly AgentEndpoint[] {
    return agent === this.#pod.agent ? [this.#pod] : [];
  }

  find(podUID: string): AgentEndpoint | undefined {
    return podUID === this.#pod.podUID ? this.#pod : undefined;
  }

  isGone(podUID: string): boolean {
    return this.find(podUID) === undefined;
  }

  onChange(): () => void {
    return () => {};
  }

  async *start(_: AgentEndpoint, task: Task): AsyncGenerator<TaskEvent> {
    const known = this.#tasks.get(task.id) ?? this.#work(task.prompt);
    this.#tasks.set(task.id, known);
    yield await known;
  }

  async *join(): AsyncGenerator<TaskEvent> {}

  remove(): Promise<void> {
    return Promise.resolve();
  }

  async #work(prompt: string): Promise<TaskEvent> {
    this.prompts.push(prompt);
    await this.held;
    await this.heldBack(prompt);
    try {
      return { type: "result", output: this.answer(prompt) };
    } catch (error) {
      const message = (error as Error).message;
      return { type: "failure", reason: "BadRequest", message, isRetryable: false };
    }
  }
}
