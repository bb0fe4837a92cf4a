import type { Change } from "./change.ts";

/** Most objects that one transaction deletes because of another's deletion: more would stall the process. */
const MAX_COLLECTED = 1_000;

/** What one transaction has changed so far. */
export class Transaction {
  readonly #base: number;
  readonly #changes: Change[] = [];
  #collectable = MAX_COLLECTED;

  /** Goes on from the latest committed version. */
  constructor(base: number) {
    this.#base = base;
  }

  get changes(): readonly Change[] {
    return this.#changes;
  }

  /** The version of the latest change. Versions have no gaps. */
  get version(): number {
    return this.#base + this.#changes.length;
  }

  /** Whether garbage collection may delete another object here. */
  get mayCollect(): boolean {
    return this.#collectable > 0;
  }

  /** Notes a change and answers its version. */
  record(change: Omit<Change, "version">): number {
    const version = this.version + 1;
    this.#changes.push({ ...change, version });
    return version;
  }

  /** Counts an object that garbage collection has deleted. */
  countCollected(): void {
    this.#collectable--;
  }

  /** Forgets the changes after a version: they were rolled back. */
  rewind(version: number): void {
    this.#changes.length = version - this.#base;
  }
}
