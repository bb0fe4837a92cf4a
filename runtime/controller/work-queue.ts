import type { Clock } from "../ports/clock.ts";
import type { Timer, Timers } from "../ports/timers.ts";

type Entry = {
  state: "queued" | "running";
  /** When the key was added that waits now: while it is worked on, when it was first added again. */
  addedMs: number | undefined;
  dueMs: number | undefined;
};

/**
 * A queue of keys: a key is queued once however often it is added, is never worked on twice at a time, and
 * is worked on again when it was added meanwhile. At most one look a `minIntervalMs` a key.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #minIntervalMs: number;
  readonly #work: (key: string) => Promise<void>;
  readonly #onStart: (waitedMs: number) => void;
  readonly #concurrency: number;
  readonly #active = new Map<string, Entry>();
  readonly #delayed = new Map<string, { timer: Timer; dueMs: number }>();
  readonly #lastStart = new Map<string, number>();
  readonly #ready: string[] = [];
  #head = 0;
  #running = 0;
  #isStopped = false;
  readonly #idle = Promise.withResolvers<void>();

  constructor(options: {
    readonly clock: Clock;
    readonly timers: Timers;
    readonly concurrency: number;
    readonly minIntervalMs?: number;
    /** Works on a key; must not throw. */
    readonly work: (key: string) => Promise<void>;
    /** Told how long a key that is about to be worked on has waited since it was due and added. */
    readonly onStart?: (waitedMs: number) => void;
  }) {
    this.#clock = options.clock;
    this.#timers = options.timers;
    this.#concurrency = options.concurrency;
    this.#minIntervalMs = options.minIntervalMs ?? 0;
    this.#work = options.work;
    this.#onStart = options.onStart ?? (() => {});
  }

  /** How many keys wait to be worked on now. */
  get depth(): number {
    return this.#ready.length - this.#head;
  }

  /** Queues a key for now. */
  add(key: string): void {
    const entry = this.#active.get(key);
    if (entry?.state === "running") {
      entry.addedMs ??= this.#clock.monotonicMs();
      return;
    }
    if (entry !== undefined) return;
    this.#queue(key, this.#clock.monotonicMs());
  }

  /** Makes a key ready, or has it wait for its pace, which does not count as waiting in the queue. */
  #queue(key: string, addedMs: number): void {
    if (this.#isStopped) return;
    const waitMs = this.#minIntervalMs === 0 ? 0 : this.#pauseMs(key);
    if (waitMs > 0) {
      this.addAfter(key, waitMs);
      return;
    }
    this.#forgetDelay(key);
    this.#active.set(key, { state: "queued", addedMs, dueMs: undefined });
    this.#ready.push(key);
    this.#pump();
  }

  /** Queues a key for later; an earlier time that is already set stays. */
  addAfter(key: string, delayMs: number): void {
    if (this.#isStopped) return;
    const dueMs = this.#clock.monotonicMs() + Math.max(0, delayMs);
    const running = this.#active.get(key);
    if (running?.state === "queued") return;
    if (running !== undefined) {
      running.dueMs = Math.min(running.dueMs ?? dueMs, dueMs);
      return;
    }
    const set = this.#delayed.get(key);
    if (set !== undefined && set.dueMs <= dueMs) return;
    set?.timer.cancel();
    const timer = this.#timers.after(Math.max(0, delayMs), () => {
      this.#delayed.delete(key);
      this.add(key);
    });
    this.#delayed.set(key, { timer, dueMs });
  }

  /** Drops what waits and resolves once nothing runs any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { timer } of this.#delayed.values()) timer.cancel();
    this.#delayed.clear();
    this.#ready.length = 0;
    this.#head = 0;
    if (this.#running > 0) await this.#idle.promise;
  }

  #pauseMs(key: string): number {
    const last = this.#lastStart.get(key);
    return last === undefined ? 0 : last + this.#minIntervalMs - this.#clock.monotonicMs();
  }

  #forgetDelay(key: string): void {
    this.#delayed.get(key)?.timer.cancel();
    this.#delayed.delete(key);
  }

  #pump(): void {
    while (this.#running < this.#concurrency && this.depth > 0) {
      const key = this.#ready[this.#head++];
      this.#compact();
      if (key !== undefined) void this.#run(key);
    }
  }

  /** `Array.shift` costs half a second at 100,000 keys; a moving head costs nothing. */
  #compact(): void {
    if (this.#head > 1_024 && this.#head * 2 > this.#ready.length) {
      this.#ready.splice(0, this.#head);
      this.#head = 0;
    }
  }

  async #run(key: string): Promise<void> {
    const nowMs = this.#clock.monotonicMs();
    const addedMs = this.#active.get(key)?.addedMs ?? nowMs;
    const entry: Entry = { state: "running", addedMs: undefined, dueMs: undefined };
    this.#active.set(key, entry);
    this.#running += 1;
    if (this.#minIntervalMs > 0) this.#lastStart.set(key, nowMs);
    this.#onStart(nowMs - addedMs);
    await this.#work(key);
    this.#running -= 1;
    this.#active.delete(key);
    if (entry.addedMs !== undefined) this.#queue(key, entry.addedMs);
    else if (entry.dueMs !== undefined) this.addAfter(key, entry.dueMs - this.#clock.monotonicMs());
    else this.#forgetPace(key);
    if (this.#isStopped && this.#running === 0) this.#idle.resolve();
    this.#pump();
  }

  /** The pace of a key is remembered only while it can matter, so deleted objects leave nothing behind. */
  #forgetPace(key: string): void {
    if (this.#minIntervalMs === 0 || this.#isStopped) return;
    this.#timers.after(this.#minIntervalMs, () => {
      if (this.#pauseMs(key) <= 0 && !this.#active.has(key)) this.#lastStart.delete(key);
    });
  }
}
