/** Resolves when the process is told to stop, by Ctrl-C or as Kubernetes does it; a second time ends it at once. */
export function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}
