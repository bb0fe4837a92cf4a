import type { Timer, Timers } from "../../runtime/ports/timers.ts";
import type { FakeClock } from "./fake-clock.ts";

type Entry = { readonly dueMs: number; readonly order: number; readonly task: () => void };

/** Timers that fire when a test lets the fake clock's time pass through them. */
export class FakeTimers implements Timers {
  readonly #clock: FakeClock;
  readonly #entries = new Set<Entry>();
  #order = 0;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  /** How many timers are set: 0 where nothing has leaked. */
  get pending(): number {
    return this.#entries.size;
  }

  /** Milliseconds until the next timer fires; infinite where none is set. */
  get nextInMs(): number {
    const dues = Array.from(this.#entries, ({ dueMs }) => dueMs);
    return Math.min(...dues) - this.#clock.monotonicMs();
  }

  after(delayMs: number, task: () => void): Timer {
    const dueMs = this.#clock.monotonicMs() + Math.max(0, delayMs);
    const entry: Entry = { dueMs, order: this.#order++, task };
    this.#entries.add(entry);
    return { cancel: () => void this.#entries.delete(entry) };
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        timer.cancel();
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const timer = this.after(delayMs, wake);
      signal?.addEventListener("abort", wake, { once: true });
    });
  }

  /** Lets `ms` pass: fires what is due in order, each at its time, with what its promises lead to. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#clock.monotonicMs() + ms;
    await settlePromises();
    for (let next = this.#next(endMs); next !== undefined; next = this.#next(endMs)) {
      this.#entries.delete(next);
      this.#clock.advance(Math.max(0, next.dueMs - this.#clock.monotonicMs()));
      next.task();
      await settlePromises();
    }
    this.#clock.advance(endMs - this.#clock.monotonicMs());
  }

  #next(endMs: number): Entry | undefined {
    let first: Entry | undefined;
    for (const entry of this.#entries) {
      if (entry.dueMs > endMs) continue;
      if (first === undefined || entry.dueMs < first.dueMs) first = entry;
      else if (entry.dueMs === first.dueMs && entry.order < first.order) first = entry;
    }
    return first;
  }
}

/** Runs every promise that can settle without time passing or I/O. */
function settlePromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
