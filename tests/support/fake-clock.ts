import type { Clock } from "../../runtime/ports/clock.ts";

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #nowMs: number;
  #monotonicMs = 0;

  constructor(start: Date | string = "2026-01-01T00:00:00Z") {
    this.#nowMs = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  /** Lets time pass, on both of its scales. */
  advance(ms: number): void {
    this.#nowMs += ms;
    this.#monotonicMs += ms;
  }

  /** Sets the wall clock alone, as an administrator or a time server would: also backwards. */
  set(instant: Date | string): void {
    this.#nowMs = new Date(instant).getTime();
  }
}
