import type { FakeTimers } from "./fake-timers.ts";

/** Far more than any I/O on loopback takes, also on a busy machine. */
const LIMIT_MS = 20_000;

/** Lets real I/O go on, while the timers' time stands still, until something is so. */
export async function until(timers: FakeTimers, isSo: () => boolean): Promise<void> {
  const startedAt = performance.now();
  while (!isSo()) {
    if (performance.now() - startedAt > LIMIT_MS) throw new Error(`it has not become so: ${isSo}`);
    await timers.advance(0);
  }
}
