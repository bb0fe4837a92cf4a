import { keyOfText, keyText, type ObjectKey } from "../../lib/api/object.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import { Metric, type Metrics } from "../ports/metrics.ts";
import type { Random } from "../ports/random.ts";
import { type Reconciler, RetryLaterError, TerminalError } from "../ports/reconciler.ts";
import { isStoreError, StoreErrorReason } from "../ports/store-error.ts";
import type { Timers } from "../ports/timers.ts";
import type { DueTimer } from "../scheduler/due-timer.ts";
import { backoffMs } from "./backoff.ts";
import type { RightOfWay } from "./right-of-way.ts";
import { WorkQueue } from "./work-queue.ts";

/** What a controller works with. */
export type ControllerParts = {
  /** Name in logs and metrics: the kind in lower case. */
  readonly name: string;
  readonly reconciler: Reconciler;
  readonly concurrency: number;
  readonly minIntervalMs?: number;
  /** Whether a key whose time has come goes before those that have changed; not when absent. */
  readonly isUrgent?: (key: ObjectKey) => boolean;
  /** Taken while urgent keys wait here. */
  readonly takes?: RightOfWay;
  /** What this controller makes way for. */
  readonly yieldsTo?: RightOfWay;
  /** Tells when to look at a key again that has nothing to do before a certain time. */
  readonly due: DueTimer;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: Metrics;
};

/** Waits up to here have a timer of their own beside the one over the heap, which all others share. */
const SHORT_WAIT_MS = 10_000;
/** How much later that timer is: a look that comes a moment too early would be one in vain, and pace the next. */
const BACKSTOP_MS = 100;

/** Calls a reconciler for each key that changed; owns retries, backoff, metrics and the error log. */
export class Controller {
  readonly #parts: ControllerParts;
  readonly #failures = new Map<string, number>();
  #queue: WorkQueue | undefined;

  constructor(parts: ControllerParts) {
    this.#parts = parts;
  }

  /** Begins to work on keys. */
  start(): void {
    const { metrics, name } = this.#parts;
    const work = (key: string) => this.#reconcile(key);
    const onStart = (waitedMs: number) =>
      metrics.observe(Metric.workqueueQueueDurationSeconds, waitedMs / 1_000, { name });
    this.#queue = new WorkQueue({ ...this.#parts, work, onStart });
    const { isUrgent = () => false } = this.#parts;
    this.#parts.due.start((id) => this.#queue?.add(id, isUrgent(keyOfText(id))));
  }

  /** Queues a key; before `start` and after `stop` it does nothing. */
  enqueue(key: ObjectKey): void {
    this.#queue?.add(keyText(key));
    if (this.#queue !== undefined)
      this.#parts.metrics.count(Metric.workqueueAddsTotal, { name: this.#parts.name });
  }

  /** Stops taking keys and resolves once the running reconciles have ended. */
  async stop(): Promise<void> {
    const queue = this.#queue;
    this.#queue = undefined;
    this.#failures.clear();
    this.#parts.due.stop();
    await queue?.stop();
  }

  async #reconcile(id: string): Promise<void> {
    const { reconciler, clock, metrics, name, due } = this.#parts;
    const queue = this.#queue;
    const startedMs = clock.monotonicMs();
    let result = "success";
    try {
      const { requeueAt, isIdle } = await reconciler.reconcile(keyOfText(id));
      if (isIdle === true) queue?.wasIdle(id);
      this.#failures.delete(id);
      if (requeueAt === undefined) due.remove(id);
      else {
        result = "requeue_after";
        this.#lookAgain(id, requeueAt, queue);
      }
    } catch (error) {
      result = "error";
      this.#handle(id, error, queue);
    }
    metrics.count(Metric.reconcileTotal, { controller: name, result });
    metrics.observe(Metric.reconcileTimeSeconds, (clock.monotonicMs() - startedMs) / 1_000, {
      controller: name,
    });
    if (queue !== undefined) metrics.set(Metric.workqueueDepth, queue.depth, { name });
  }

  /** A short wait is over by the monotonic clock as well: a wall clock that is set back does not draw it out. */
  #lookAgain(id: string, at: Date, queue: WorkQueue | undefined): void {
    const { clock, due } = this.#parts;
    due.set(id, at);
    const delayMs = at.getTime() - clock.now().getTime();
    if (delayMs <= SHORT_WAIT_MS) queue?.addAfter(id, delayMs + BACKSTOP_MS);
  }

  #handle(id: string, error: unknown, queue: WorkQueue | undefined): void {
    const { clock, random, logger, metrics, name } = this.#parts;
    const failures = (this.#failures.get(id) ?? 0) + 1;
    this.#failures.set(id, failures);
    // A conflict only says that somebody was faster: look again, without noise.
    if (isStoreError(error, StoreErrorReason.conflict)) {
      queue?.addAfter(id, Math.min(1_000, backoffMs(failures, random.fraction()) / 10));
      return;
    }
    metrics.count(Metric.reconcileErrorsTotal, { controller: name });
    logger.error("reconcile failed", { controller: name, key: id, failures, error: error as Error });
    if (error instanceof TerminalError) {
      // Nothing is tried until something changes, and that is a new beginning.
      this.#failures.delete(id);
      return;
    }
    metrics.count(Metric.workqueueRetriesTotal, { name });
    const delayMs =
      error instanceof RetryLaterError
        ? error.at.getTime() - clock.now().getTime()
        : backoffMs(failures, random.fraction());
    queue?.addAfter(id, delayMs);
  }
}
