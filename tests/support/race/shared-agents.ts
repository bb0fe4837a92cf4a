import type { AgentEndpoint, AgentEndpoints } from "../../../runtime/ports/agent-endpoints.ts";
import type { Task, TaskEvent, Tasks } from "../../../runtime/ports/tasks.ts";
import { anEndpoint } from "../an-endpoint.ts";
import { answerTo, FAILING } from "../firing/counting-provider.ts";

/** Longest time that a task takes. */
const MAX_WORK_MS = 10;

/** Pods that outlive operators: both replicas send their tasks to them, and join those of the other. */
export class SharedAgents implements AgentEndpoints, Tasks {
  /** How often each prompt was worked on. */
  readonly calls = new Map<string, number>();
  readonly #pods = ["1", "2"].map((number) =>
    anEndpoint({ agent: "worker", pod: `worker-${number}`, podUID: number, maxConcurrentTasks: 1_000 }),
  );
  readonly #tasks = new Map<string, Promise<TaskEvent>>();

  of(namespace: string, agent: string): readonly AgentEndpoint[] {
    return this.#pods.filter((pod) => pod.namespace === namespace && pod.agent === agent);
  }

  find(podUID: string): AgentEndpoint | undefined {
    return this.#pods.find((pod) => pod.podUID === podUID);
  }

  isGone(podUID: string): boolean {
    return this.find(podUID) === undefined;
  }

  onChange(): () => void {
    return () => {};
  }

  async *start(_: AgentEndpoint, task: Task): AsyncGenerator<TaskEvent> {
    const known = this.#tasks.get(task.id);
    const result = known ?? this.#work(task.prompt);
    this.#tasks.set(task.id, result);
    yield await result;
  }

  async *join(): AsyncGenerator<TaskEvent> {}

  /** Results are kept: a task that is sent again after it was removed would be work done twice, and is seen. */
  remove(): Promise<void> {
    return Promise.resolve();
  }

  async #work(prompt: string): Promise<TaskEvent> {
    this.calls.set(prompt, (this.calls.get(prompt) ?? 0) + 1);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_WORK_MS));
    if (prompt.includes(FAILING))
      return { type: "failure", reason: "BadRequest", message: "no", isRetryable: false };
    return { type: "result", output: answerTo(prompt), tokens: { prompt: 1, completion: 1 } };
  }
}
