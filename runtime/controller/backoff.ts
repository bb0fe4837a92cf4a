/** First wait after a failure. */
const BASE_MS = 200;
/** Longest wait between two tries. */
export const MAX_BACKOFF_MS = 30_000;

/** Waits twice as long after each failure, up to 30 s, less a random part of up to a half. */
export function backoffMs(failures: number, fraction: number): number {
  const full = Math.min(MAX_BACKOFF_MS, BASE_MS * 2 ** Math.min(failures - 1, 20));
  return full * (1 - fraction / 2);
}
