interface Entry {
  readonly id: string;
  dueMs: number;
}

/**
 * When each of many things is due, so that one timer serves them all: a binary heap, with the place of each id.
 * `set`, `remove` and taking one out cost O(log n).
 */
export class DueHeap {
  readonly #entries: Entry[] = [];
  readonly #places = new Map<string, number>();

  /** How many ids there are. */
  get size(): number {
    return this.#entries.length;
  }

  /** When the first one is due: what the timer waits for. */
  get nextDueAt(): Date | undefined {
    const first = this.#entries[0];
    return first === undefined ? undefined : new Date(first.dueMs);
  }

  /** Makes `id` due at `dueAt`, and no longer at any other time. */
  set(id: string, dueAt: Date): void {
    const place = this.#places.get(id) ?? this.#entries.length;
    const entry = this.#entries[place] ?? { id, dueMs: 0 };
    entry.dueMs = dueAt.getTime();
    this.#place(entry, place);
    this.#settle(place);
  }

  /** Forgets `id`; returns whether it was there. */
  remove(id: string): boolean {
    const place = this.#places.get(id);
    if (place === undefined) return false;
    this.#removeAt(place);
    return true;
  }

  /**
   * Takes out the ids that are due at `now`, the earliest first and at most `limit` of them, so that a crowd that
   * is due in the same minute can be worked off in portions.
   */
  popDue(now: Date, limit: number = Number.POSITIVE_INFINITY): string[] {
    const due: string[] = [];
    for (
      let first = this.#entries[0];
      first !== undefined && first.dueMs <= now.getTime() && due.length < limit;
      first = this.#entries[0]
    ) {
      due.push(first.id);
      this.#removeAt(0);
    }
    return due;
  }

  #removeAt(place: number): void {
    const removed = this.#entries[place];
    const last = this.#entries.pop();
    if (removed === undefined || last === undefined) return;
    this.#places.delete(removed.id);
    if (removed === last) return;
    this.#place(last, place);
    this.#settle(place);
  }

  /** Moves the entry at `place` to where it belongs: at most one of the two directions does anything. */
  #settle(place: number): void {
    this.#sink(this.#rise(place));
  }

  #rise(start: number): number {
    let place = start;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isEarlier(place, parent)) break;
      this.#swap(place, parent);
      place = parent;
    }
    return place;
  }

  #sink(start: number): void {
    let place = start;
    for (;;) {
      const child = this.#earlierChild(place);
      if (!this.#isEarlier(child, place)) return;
      this.#swap(place, child);
      place = child;
    }
  }

  #earlierChild(place: number): number {
    const left = 2 * place + 1;
    return this.#isEarlier(left + 1, left) ? left + 1 : left;
  }

  /** Whether there is an entry at `one` that is due before the one at `other`. */
  #isEarlier(one: number, other: number): boolean {
    const entry = this.#entries[one];
    const than = this.#entries[other];
    return entry !== undefined && than !== undefined && entry.dueMs < than.dueMs;
  }

  #swap(one: number, other: number): void {
    const entry = this.#entries[one];
    const than = this.#entries[other];
    if (entry === undefined || than === undefined) return;
    this.#place(entry, other);
    this.#place(than, one);
  }

  #place(entry: Entry, place: number): void {
    this.#entries[place] = entry;
    this.#places.set(entry.id, place);
  }
}
