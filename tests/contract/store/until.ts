/** How long a state may take to come about; only a broken store needs so long. */
const LIMIT_MS = 30_000;
const INTERVAL_MS = 10;

/** Asks again and again until the answer is a true one: for what a store does sooner or later. */
export async function until(what: string, ask: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (!(await ask())) {
    if (performance.now() > deadline) throw new Error(`never came about: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}
