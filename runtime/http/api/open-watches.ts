import { ApiError, ApiErrorReason } from "./api-error.ts";

/** Counts the watches that are open and ends them all when the server stops. */
export class OpenWatches {
  readonly #max: number;
  readonly #stopping: AbortSignal | undefined;
  readonly #open = new Set<AbortController>();

  constructor(max: number, stopping?: AbortSignal) {
    this.#max = max;
    this.#stopping = stopping;
    stopping?.addEventListener("abort", () => {
      for (const watch of this.#open) watch.abort();
    });
  }

  /** How many watches are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Admits one more watch; aborting what comes back ends it. Throws TooManyRequests. */
  open(): AbortController {
    if (this.#open.size >= this.#max) {
      const message = `too many watches are open: at most ${this.#max} at once`;
      throw new ApiError(ApiErrorReason.tooManyRequests, message, { retryAfterSeconds: 1 });
    }
    const watch = new AbortController();
    this.#open.add(watch);
    watch.signal.addEventListener("abort", () => this.#open.delete(watch), { once: true });
    if (this.#stopping?.aborted === true) watch.abort();
    return watch;
  }
}
