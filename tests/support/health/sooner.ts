/** Far longer than anything here takes, also on a busy machine. */
const LIMIT_MS = 25_000;
const LOOK_EVERY_MS = 20;

/** Waits in real time until something is so; throws with its name where it does not become so. */
export async function sooner(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const startedMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedMs > LIMIT_MS) throw new Error(`it has not become so: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
