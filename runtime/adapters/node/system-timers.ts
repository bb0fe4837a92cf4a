import type { Timer, Timers } from "../../ports/timers.ts";

/** The longest delay that Node's setTimeout keeps; a longer one would fire at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** The machine's timers, without Node's bound of 24.8 days. */
export class SystemTimers implements Timers {
  after(delayMs: number, task: () => void): Timer {
    const dueAt = performance.now() + Math.max(0, delayMs);
    let handle: NodeJS.Timeout;
    const arm = (leftMs: number) => {
      const isLastLeg = leftMs <= LONGEST_DELAY_MS;
      handle = setTimeout(
        () => (isLastLeg ? task() : arm(Math.max(0, dueAt - performance.now()))),
        isLastLeg ? leftMs : LONGEST_DELAY_MS,
      );
    };
    arm(Math.max(0, delayMs));
    return { cancel: () => clearTimeout(handle) };
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
}
