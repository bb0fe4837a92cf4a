/** What is started, and how it is stopped. */
export type Stoppable = { stop(): Promise<void> };

/** How a start that hangs is given up. */
export type GivingUp = { readonly graceMs: number; readonly die: () => void };

/** How long a start may go on once the process has been told to stop. */
const START_GRACE_MS = 5_000;

/**
 * Starts something. Where the process is told to stop meanwhile, the start may come to its end, is stopped again and
 * undefined is returned; one that hangs dies with the process after a grace. Whatever is killed at any moment loses
 * nothing that was acknowledged. Throws what the start throws.
 */
export async function startUnlessStopped<T extends Stoppable>(
  stopAsked: Promise<void>,
  start: () => Promise<T>,
  { graceMs, die }: GivingUp = { graceMs: START_GRACE_MS, die: dieBySignal },
): Promise<T | undefined> {
  const starting = start();
  const first = await Promise.race([starting, stopAsked.then(() => undefined)]);
  if (first !== undefined) return first;
  const giveUp = setTimeout(die, graceMs);
  try {
    await (await starting).stop();
  } finally {
    clearTimeout(giveUp);
  }
  return undefined;
}

/** Ends the process as if it had not listened for signals: an exit would wait for a file that is being opened. */
function dieBySignal(): void {
  process.removeAllListeners("SIGTERM");
  process.kill(process.pid, "SIGTERM");
}
