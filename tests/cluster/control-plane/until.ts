import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 50;
/** Between two looks at what costs the API server as much as all that is tested: a list of a thousand runs. */
export const LONG_LOOK_MS = 1_000;

/**
 * Waits until a check answers something, and answers that.
 *
 * An error of the check ends the waiting at once, so a check that may meet a server that is not up yet
 * answers `undefined` for that.
 *
 * @throws Error "… within N s" when the limit passes first.
 */
export async function until<T>(
  what: string,
  limitMs: number,
  check: () => Promise<T | undefined> | T | undefined,
  pollMs: number = POLL_MS,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const found = await check();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what} within ${limitMs / 1_000} s`);
    await delay(pollMs);
  }
}
