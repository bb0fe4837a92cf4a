/** A timer that has been set. */
export type Timer = { cancel(): void };

/** Runs things later. */
export interface Timers {
  /** Runs `task` once after `delayMs`; delays beyond 24 days are fine. */
  after(delayMs: number, task: () => void): Timer;
  /** Resolves after `delayMs`, or at once (without an error) when the signal aborts. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}
