import type { Change } from "./change.ts";

/** How much of the past is remembered. */
export type HistoryBounds = {
  readonly maxChanges: number;
  /** UTF-16 units of the bodies together. */
  readonly maxChars: number;
};

/** Enough to resume after a pause of seconds at full speed, and small beside the process. */
export const HISTORY_BOUNDS: HistoryBounds = { maxChanges: 10_000, maxChars: 16 * 1_048_576 };

/**
 * The latest changes in the order of their versions, which have no gaps. Watchers read it each at their own
 * pace, so a slow one holds nothing up and holds nothing in memory: once the log has moved on, it is too late.
 */
export class ChangeLog {
  readonly #bounds: HistoryBounds;
  #changes: (Change | undefined)[] = [];
  #start = 0;
  #chars = 0;
  #version: number;
  readonly #waiting = new Set<() => void>();
  #beats = 0;
  #isClosed = false;

  constructor(version: number, bounds: HistoryBounds = HISTORY_BOUNDS) {
    this.#version = version;
    this.#bounds = bounds;
  }

  /** The version of the latest change. */
  get version(): number {
    return this.#version;
  }

  /** How often {@link beat} was called. */
  get beats(): number {
    return this.#beats;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** How many watchers wait for the next change. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether all changes after a version are still here. A version of the future was never given out. */
  covers(version: number): boolean {
    return version <= this.#version && version >= this.#version - (this.#changes.length - this.#start);
  }

  /** The first change after a version that is covered; undefined where it is the latest. */
  after(version: number): Change | undefined {
    return this.#changes[this.#changes.length - (this.#version - version)];
  }

  /** Takes in what a transaction has committed, in order. */
  append(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    for (const change of changes) {
      this.#changes.push(change);
      this.#chars += size(change);
      this.#version = change.version;
    }
    this.#forget();
    this.#wake();
  }

  /** Resolves at the next change, at {@link beat}, at {@link close} or when the signal aborts. */
  next(signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener("abort", wake, { once: true });
    });
  }

  /** Wakes the idle watchers, so that they can say where they are. */
  beat(): void {
    this.#beats++;
    this.#wake();
  }

  /** Ends all watches. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  #forget(): void {
    const { maxChanges, maxChars } = this.#bounds;
    while (this.#changes.length - this.#start > maxChanges || this.#chars > maxChars) {
      const oldest = this.#changes[this.#start];
      if (oldest === undefined) break;
      this.#chars -= size(oldest);
      this.#changes[this.#start++] = undefined;
    }
    // Dropping half at once keeps the cost of each change constant.
    if (this.#start > this.#changes.length / 2) {
      this.#changes = this.#changes.slice(this.#start);
      this.#start = 0;
    }
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}

function size(change: Change): number {
  const { body, before } = change;
  return body.length + (before === undefined || before.body === body ? 0 : before.body.length);
}
