import { keyText, type ObjectKey } from "../../lib/api/object.ts";
import type { StepOutcome } from "../domain/run/step-outcome.ts";
import { TaskFailureReason } from "../domain/task/task-event.ts";
import type { AgentEndpoint, AgentEndpoints } from "../ports/agent-endpoints.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import { type Task, TaskError, type TaskEvent, TaskRefusal, type Tasks } from "../ports/tasks.ts";
import type { Timers } from "../ports/timers.ts";

/** An attempt at a step that has been written down (protocols F1). */
export type Attempt = { readonly run: ObjectKey; readonly podUID: string; readonly task: Task };

/** Pauses between two tries to join a task on a pod that does not answer. */
const REJOIN_FIRST_MS = 100;
const REJOIN_LONGEST_MS = 5_000;

/**
 * Sends tasks to pods and listens until they end, through broken connections and refreshed tokens. It holds no
 * truth: whoever starts anew sends the same task ids and joins (protocols F2 and F3).
 */
export class TaskRunner {
  readonly #tasks: Tasks;
  readonly #endpoints: AgentEndpoints;
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #logger: Logger;
  readonly #listening = new Map<string, AbortController>();
  readonly #outcomes = new Map<string, StepOutcome>();

  constructor(parts: {
    readonly tasks: Tasks;
    readonly endpoints: AgentEndpoints;
    readonly clock: Clock;
    readonly timers: Timers;
    readonly logger: Logger;
  }) {
    this.#tasks = parts.tasks;
    this.#endpoints = parts.endpoints;
    this.#clock = parts.clock;
    this.#timers = parts.timers;
    this.#logger = parts.logger;
  }

  /** How an attempt ended, until it is forgotten; undefined while it goes on. */
  outcomeOf(taskID: string): StepOutcome | undefined {
    return this.#outcomes.get(taskID);
  }

  /** Sends or joins a task unless that is done already; `onEnd` is called once its outcome is known. */
  listen(attempt: Attempt, onEnd: () => void): void {
    const { id } = attempt.task;
    if (this.#listening.has(id) || this.#outcomes.has(id)) return;
    const abort = new AbortController();
    this.#listening.set(id, abort);
    void this.#follow(attempt, abort.signal).then((outcome) => {
      if (this.#listening.get(id) !== abort) return;
      this.#listening.delete(id);
      if (outcome === undefined) return;
      this.#outcomes.set(id, outcome);
      onEnd();
    });
  }

  /** Forgets an attempt that is over, and has its pod forget it as well. */
  forget(podUID: string | undefined, taskID: string): void {
    this.#listening.get(taskID)?.abort();
    this.#listening.delete(taskID);
    // A task that was refused is unknown to the pod, and sent again under the same id: a late DELETE would end that.
    const wasRefused = this.#outcomes.get(taskID)?.kind === "refused";
    this.#outcomes.delete(taskID);
    if (wasRefused) return;
    const endpoint = podUID === undefined ? undefined : this.#endpoints.find(podUID);
    if (endpoint === undefined) return;
    // A pod that can't be told keeps the result until the task's deadline, and no longer.
    this.#tasks.remove(endpoint, taskID).catch((error: unknown) => {
      this.#logger.debug("task not removed", { taskID, pod: endpoint.pod, error: error as Error });
    });
  }

  /** Stops listening to everything. The tasks go on: the next leader joins them. */
  stop(): void {
    for (const abort of this.#listening.values()) abort.abort();
    this.#listening.clear();
    this.#outcomes.clear();
  }

  async #follow(attempt: Attempt, signal: AbortSignal): Promise<StepOutcome | undefined> {
    for (let tries = 0; !signal.aborted; tries++) {
      const endpoint = this.#endpoints.find(attempt.podUID);
      if (endpoint === undefined && this.#endpoints.isGone(attempt.podUID)) return { kind: "lost" };
      // A new leader has yet to find out whose the pods are: what they work on is not lost for that.
      const outcome = endpoint === undefined ? "again" : await this.#join(endpoint, attempt, signal);
      if (outcome !== "again") return signal.aborted ? undefined : outcome;
      const pauseMs = Math.min(REJOIN_LONGEST_MS, REJOIN_FIRST_MS * 2 ** Math.min(tries, 10));
      await this.#timers.sleep(pauseMs, signal);
    }
    return undefined;
  }

  async #join(
    endpoint: AgentEndpoint,
    { run, task }: Attempt,
    signal: AbortSignal,
  ): Promise<StepOutcome | "again"> {
    try {
      for await (const event of this.#tasks.start(endpoint, task, signal)) {
        const outcome = outcomeOf(event);
        if (outcome !== undefined) return outcome;
      }
      return "again";
    } catch (error) {
      const refusal = error instanceof TaskError ? error.refusal : TaskRefusal.unreachable;
      if (!(error instanceof TaskError)) {
        this.#logger.error("task broken", { taskID: task.id, runName: keyText(run), error: error as Error });
      }
      if (refusal === TaskRefusal.gone) return { kind: "lost" };
      if (refusal === TaskRefusal.busy) return { kind: "refused" };
      return task.deadline <= this.#clock.now() ? timedOut : "again";
    }
  }
}

/** Out of time is the attempt, not the step: the next attempt has a deadline of its own. */
const timedOut = {
  kind: "failed",
  reason: "Timeout",
  message: "the pod did not answer in time",
  isRetryable: true,
} as const;

function outcomeOf(event: TaskEvent): StepOutcome | undefined {
  switch (event.type) {
    case "token":
      return undefined;
    case "result":
      return { kind: "succeeded", output: event.output, tokens: event.tokens };
    case "failure": {
      const { reason, message, isRetryable } = event;
      // The pod's clock and this one's race for the same deadline: whoever is first, the step ends alike.
      if (reason === TaskFailureReason.deadlineExceeded) return timedOut;
      return { kind: "failed", reason, message, isRetryable };
    }
  }
}
