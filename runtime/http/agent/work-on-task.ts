import type { TaskFailure } from "../../domain/task/task-event.ts";
import type { Logger } from "../../ports/logger.ts";
import { Metric, type Metrics } from "../../ports/metrics.ts";
import { type Model, ModelError, ModelErrorReason, type TokenUsage } from "../../ports/model.ts";
import type { LiveTask } from "./live-task.ts";

/** Who works on tasks, and how. */
export type Worker = {
  /** Name of the agent, for metrics. */
  readonly agent: string;
  readonly model: string;
  readonly systemPrompt: string | undefined;
};

/** What a worker stands on. */
export type WorkerPorts = { readonly model: Model; readonly metrics: Metrics; readonly logger: Logger };

/** Streams the model's answer into the task until one of them ends. Never throws. */
export async function workOnTask(
  task: LiveTask,
  prompt: string,
  worker: Worker,
  ports: WorkerPorts,
): Promise<void> {
  const { agent, model, systemPrompt } = worker;
  try {
    for await (const chunk of ports.model.stream({ model, systemPrompt, prompt, signal: task.signal })) {
      if (!task.isRunning) return;
      if (chunk.type === "token") task.say(chunk.text);
      else {
        count(chunk.usage, agent, ports.metrics);
        task.succeed(chunk.usage);
        return;
      }
    }
    task.fail(endedEarly);
  } catch (error) {
    if (!task.isRunning) return;
    task.fail(failureOf(error));
    if (!(error instanceof ModelError))
      ports.logger.error("task broke", {
        taskID: task.id,
        kind: error instanceof Error ? error.name : typeof error,
      });
  }
}

const endedEarly = {
  reason: ModelErrorReason.malformed,
  message: "the provider's stream ended before the answer did",
  isRetryable: true,
} as const;

/** Troubles between this pod and its provider: here another try is in vain, at another agent of the service not. */
const OF_THIS_PROVIDER: readonly ModelErrorReason[] = [ModelErrorReason.tls, ModelErrorReason.unauthorized];

function failureOf(error: unknown): Omit<TaskFailure, "type"> {
  if (!(error instanceof ModelError))
    // The message of an unknown error may hold anything, also a key.
    return { reason: ModelErrorReason.failed, message: "the call to the provider failed", isRetryable: true };
  const { reason, message } = error;
  return { reason, message, isRetryable: error.isRetryable || OF_THIS_PROVIDER.includes(reason) };
}

function count(usage: TokenUsage | undefined, agent: string, metrics: Metrics): void {
  if (usage === undefined) return;
  metrics.count(Metric.tokensTotal, { agent, direction: "prompt" }, usage.prompt);
  metrics.count(Metric.tokensTotal, { agent, direction: "completion" }, usage.completion);
}
