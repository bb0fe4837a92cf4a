import type { Clock } from "../ports/clock.ts";
import type { Timer, Timers } from "../ports/timers.ts";
import { Lanes, type Waiting } from "./lanes.ts";
import type { RightOfWay } from "./right-of-way.ts";

type Running = {
  /** When the key was first added again while it is worked on. */
  addedMs: number | undefined;
  isUrgent: boolean;
  dueMs: number | undefined;
};

/** How a queue works. */
export type WorkQueueOptions = {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly concurrency: number;
  readonly minIntervalMs?: number;
  /** Works on a key; must not throw. */
  readonly work: (key: string) => Promise<void>;
  /** Told how long a key that is about to be worked on has waited since it was due and added. */
  readonly onStart?: (waitedMs: number) => void;
  /** Taken while urgent keys wait here. */
  readonly takes?: RightOfWay;
  /** While it is taken, at most {@link TRICKLE} keys are worked on at once. */
  readonly yieldsTo?: RightOfWay;
};

/** What goes on beside urgent work elsewhere. */
const TRICKLE = 2;

/** The pace after a look that wrote nothing: a fiftieth of a second, and twenty times as long as the look took. */
const IDLE_INTERVAL_MS = 20;
const IDLE_SHARE = 20;

/**
 * A queue of keys: a key is queued once however often it is added, is never worked on twice at a time, and
 * is worked on again when it was added meanwhile. A look that writes is followed by none for `minIntervalMs`.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #minIntervalMs: number;
  readonly #lanes = new Lanes();
  readonly #running = new Map<string, Running>();
  readonly #delayed = new Map<string, { timer: Timer; dueMs: number }>();
  readonly #lastStart = new Map<string, number>();
  #isStopped = false;
  readonly #idle = Promise.withResolvers<void>();

  constructor(options: WorkQueueOptions) {
    this.#options = options;
    this.#minIntervalMs = options.minIntervalMs ?? 0;
    options.yieldsTo?.follow(() => this.#pump());
  }

  /** How many keys wait to be worked on now. */
  get depth(): number {
    return this.#lanes.depth;
  }

  /** Queues a key for now; an urgent one goes before the others. */
  add(key: string, isUrgent = false): void {
    const running = this.#running.get(key);
    if (running === undefined) {
      this.#queue(key, { addedMs: this.#nowMs(), isUrgent });
      return;
    }
    running.addedMs ??= this.#nowMs();
    running.isUrgent ||= isUrgent;
  }

  /** Makes a key ready, or has it wait for its pace, which does not count as waiting in the queue. */
  #queue(key: string, waiting: Waiting): void {
    if (this.#isStopped) return;
    const waitMs = this.#minIntervalMs === 0 || this.#lanes.has(key) ? 0 : this.#pauseMs(key);
    if (waitMs > 0) {
      this.#delay(key, waitMs, waiting.isUrgent);
      return;
    }
    this.#forgetDelay(key);
    this.#lanes.push(key, waiting);
    this.#pump();
  }

  /** Queues a key for later; an earlier time that is already set stays. */
  addAfter(key: string, delayMs: number): void {
    this.#delay(key, delayMs, false);
  }

  #delay(key: string, delayMs: number, isUrgent: boolean): void {
    if (this.#isStopped || this.#lanes.has(key)) return;
    const dueMs = this.#nowMs() + Math.max(0, delayMs);
    const running = this.#running.get(key);
    if (running !== undefined) {
      running.dueMs = Math.min(running.dueMs ?? dueMs, dueMs);
      return;
    }
    const set = this.#delayed.get(key);
    if (set !== undefined && set.dueMs <= dueMs) return;
    set?.timer.cancel();
    const timer = this.#options.timers.after(Math.max(0, delayMs), () => {
      this.#delayed.delete(key);
      this.add(key, isUrgent);
    });
    this.#delayed.set(key, { timer, dueMs });
  }

  /** Drops what waits and resolves once nothing runs any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { timer } of this.#delayed.values()) timer.cancel();
    this.#delayed.clear();
    this.#lanes.clear();
    this.#options.takes?.set(false);
    if (this.#running.size > 0) await this.#idle.promise;
  }

  /** Says of the look at a key that goes on that it has written nothing: the next one may be soon. */
  wasIdle(key: string): void {
    const startedMs = this.#lastStart.get(key);
    if (startedMs === undefined || !this.#running.has(key)) return;
    const intervalMs = Math.max(IDLE_INTERVAL_MS, (this.#nowMs() - startedMs) * IDLE_SHARE);
    this.#lastStart.set(key, startedMs - Math.max(0, this.#minIntervalMs - intervalMs));
  }

  #nowMs(): number {
    return this.#options.clock.monotonicMs();
  }

  #pauseMs(key: string): number {
    const last = this.#lastStart.get(key);
    return last === undefined ? 0 : last + this.#minIntervalMs - this.#nowMs();
  }

  #forgetDelay(key: string): void {
    this.#delayed.get(key)?.timer.cancel();
    this.#delayed.delete(key);
  }

  #pump(): void {
    const { concurrency, takes, yieldsTo } = this.#options;
    const room = yieldsTo?.isTaken === true ? Math.min(TRICKLE, concurrency) : concurrency;
    while (this.#running.size < room) {
      const next = this.#lanes.shift();
      if (next === undefined) break;
      void this.#run(next.key, next.addedMs);
    }
    takes?.set(this.#lanes.hasUrgent);
  }

  async #run(key: string, addedMs: number): Promise<void> {
    const { work, onStart } = this.#options;
    const nowMs = this.#nowMs();
    const running: Running = { addedMs: undefined, isUrgent: false, dueMs: undefined };
    this.#running.set(key, running);
    if (this.#minIntervalMs > 0) this.#lastStart.set(key, nowMs);
    onStart?.(nowMs - addedMs);
    await work(key);
    this.#running.delete(key);
    const { addedMs: addedAgainMs, isUrgent, dueMs } = running;
    if (addedAgainMs !== undefined) this.#queue(key, { addedMs: addedAgainMs, isUrgent });
    else if (dueMs !== undefined) this.addAfter(key, dueMs - this.#nowMs());
    else this.#forgetPace(key);
    if (this.#isStopped && this.#running.size === 0) this.#idle.resolve();
    this.#pump();
  }

  /** The pace of a key is remembered only while it can matter, so deleted objects leave nothing behind. */
  #forgetPace(key: string): void {
    if (this.#minIntervalMs === 0 || this.#isStopped) return;
    this.#options.timers.after(this.#minIntervalMs, () => {
      if (this.#pauseMs(key) <= 0 && !this.#running.has(key) && !this.#lanes.has(key))
        this.#lastStart.delete(key);
    });
  }
}
