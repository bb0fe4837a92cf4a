/** A key that waits: since when, and whether it goes first. */
export type Waiting = { readonly addedMs: number; readonly isUrgent: boolean };

/** What is not urgent has every eighth turn while something urgent waits: it never stands still. */
const TURNS_OF_URGENT = 7;

/** Keys that wait in two lines, each once, in the order in which they were added. What is urgent goes first. */
export class Lanes {
  readonly #urgent = new Line();
  readonly #normal = new Line();
  readonly #waiting = new Map<string, Waiting>();
  #urgentCount = 0;
  #turn = 0;

  /** How many keys wait. */
  get depth(): number {
    return this.#waiting.size;
  }

  /** Whether an urgent key waits. */
  get hasUrgent(): boolean {
    return this.#urgentCount > 0;
  }

  has(key: string): boolean {
    return this.#waiting.has(key);
  }

  /** Lets a key wait. One that waits already keeps its place, unless it has become urgent. */
  push(key: string, waiting: Waiting): void {
    const before = this.#waiting.get(key);
    if (before !== undefined && (before.isUrgent || !waiting.isUrgent)) return;
    this.#waiting.set(key, { ...waiting, addedMs: before?.addedMs ?? waiting.addedMs });
    if (waiting.isUrgent) this.#urgentCount += 1;
    (waiting.isUrgent ? this.#urgent : this.#normal).push(key);
  }

  /** Takes out the key whose turn it is. */
  shift(): (Waiting & { readonly key: string }) | undefined {
    const isUrgentsTurn = this.#turn < TURNS_OF_URGENT || this.#waiting.size === this.#urgentCount;
    const isUrgent = this.hasUrgent && isUrgentsTurn;
    this.#turn = isUrgent ? this.#turn + 1 : 0;
    const line = isUrgent ? this.#urgent : this.#normal;
    for (let key = line.shift(); key !== undefined; key = line.shift()) {
      const waiting = this.#waiting.get(key);
      // A key that became urgent has left a trace in the other line.
      if (waiting?.isUrgent !== isUrgent) continue;
      this.#waiting.delete(key);
      if (isUrgent) this.#urgentCount -= 1;
      return { key, ...waiting };
    }
    return undefined;
  }

  clear(): void {
    this.#waiting.clear();
    this.#urgent.clear();
    this.#normal.clear();
    this.#urgentCount = 0;
  }
}

/** First in, first out. `Array.shift` costs half a second at 100,000 keys; a moving head costs nothing. */
class Line {
  readonly #keys: string[] = [];
  #head = 0;

  push(key: string): void {
    this.#keys.push(key);
  }

  shift(): string | undefined {
    const key = this.#keys[this.#head];
    if (key === undefined) return undefined;
    this.#head += 1;
    if (this.#head > 1_024 && this.#head * 2 > this.#keys.length) {
      this.#keys.splice(0, this.#head);
      this.#head = 0;
    }
    return key;
  }

  clear(): void {
    this.#keys.length = 0;
    this.#head = 0;
  }
}
