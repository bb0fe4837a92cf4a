import type { Timers } from "../../ports/timers.ts";

/** Why waiting has come to an end. */
export type Impatience = "timeout" | "interrupted";

/** Where Ctrl-C is heard. */
export type Interrupts = {
  once(event: "SIGINT" | "SIGTERM", listen: () => void): unknown;
  off(event: "SIGINT" | "SIGTERM", listen: () => void): unknown;
};

/** How long somebody waits: until a limit, if there is one, or until Ctrl-C. A second Ctrl-C ends the process. */
export class Patience {
  readonly #ending = new AbortController();
  readonly #interrupts: Interrupts;
  readonly #listen = () => this.#end("interrupted");
  readonly #stopTimer: () => void;
  #why: Impatience | undefined;

  constructor(limitMs: number | undefined, timers: Timers, interrupts: Interrupts = process) {
    this.#interrupts = interrupts;
    for (const event of ["SIGINT", "SIGTERM"] as const) interrupts.once(event, this.#listen);
    const timer = limitMs === undefined ? undefined : timers.after(limitMs, () => this.#end("timeout"));
    this.#stopTimer = () => timer?.cancel();
  }

  /** Aborted once there is no patience left. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Undefined as long as there is patience left. */
  get why(): Impatience | undefined {
    return this.#why;
  }

  [Symbol.dispose](): void {
    this.#stopTimer();
    for (const event of ["SIGINT", "SIGTERM"] as const) this.#interrupts.off(event, this.#listen);
  }

  #end(why: Impatience): void {
    this.#why ??= why;
    this.#ending.abort();
  }
}
