/** Does what belongs to the same key one after the other, in the order of asking; what fails holds up nothing. */
export class OneAfterAnother {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Resolves or rejects as `work` does, which begins once all earlier work of the key has ended. */
  async do<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
