import type { Clock } from "../../runtime/ports/clock.ts";

/** A clock that goes as the machine's does, from whatever instant a test sets it to. */
export class SettableClock implements Clock {
  #offsetMs: number;

  constructor(instant: Date | string) {
    this.#offsetMs = new Date(instant).getTime() - performance.now();
  }

  now(): Date {
    return new Date(this.#offsetMs + performance.now());
  }

  monotonicMs(): number {
    return performance.now();
  }

  /** Sets the wall clock alone. */
  set(instant: Date | string): void {
    this.#offsetMs = new Date(instant).getTime() - performance.now();
  }
}
