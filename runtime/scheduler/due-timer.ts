import { DueHeap } from "../domain/schedule/due-heap.ts";
import type { Clock } from "../ports/clock.ts";
import type { Timer, Timers } from "../ports/timers.ts";

/** Longest sleep: a clock that was set forwards is noticed after this at the latest. */
const LONGEST_SLEEP_MS = 15_000;
/** Ids told of at once; in between, requests are served. */
const PORTION = 200;

/** Tells when ids are due, by the wall clock: one timer over a heap, however many wait. */
export class DueTimer {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #heap = new DueHeap();
  #onDue: ((id: string) => void) | undefined;
  #timer: Timer | undefined;
  #wakesAt = Number.POSITIVE_INFINITY;

  constructor(clock: Clock, timers: Timers) {
    this.#clock = clock;
    this.#timers = timers;
  }

  /** Begins to tell. */
  start(onDue: (id: string) => void): void {
    this.#onDue = onDue;
    this.#arm();
  }

  /** Forgets everything and tells nothing more. */
  stop(): void {
    this.#onDue = undefined;
    this.#timer?.cancel();
    this.#wakesAt = Number.POSITIVE_INFINITY;
    this.#heap.popDue(new Date(8_640_000_000_000_000));
  }

  /** Sets or moves an id's time. */
  set(id: string, at: Date): void {
    if (this.#onDue === undefined) return;
    this.#heap.set(id, at);
    if (at.getTime() < this.#wakesAt) this.#arm();
  }

  /** Forgets an id. */
  remove(id: string): void {
    this.#heap.remove(id);
  }

  #arm(): void {
    this.#timer?.cancel();
    this.#wakesAt = Number.POSITIVE_INFINITY;
    const { nextDueAt } = this.#heap;
    if (this.#onDue === undefined || nextDueAt === undefined) return;
    const nowMs = this.#clock.now().getTime();
    const delayMs = Math.min(LONGEST_SLEEP_MS, Math.max(0, nextDueAt.getTime() - nowMs));
    this.#wakesAt = nowMs + delayMs;
    this.#timer = this.#timers.after(delayMs, () => this.#tell());
  }

  #tell(): void {
    for (const id of this.#heap.popDue(this.#clock.now(), PORTION)) this.#onDue?.(id);
    this.#arm();
  }
}
