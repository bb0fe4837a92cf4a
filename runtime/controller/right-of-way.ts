/**
 * Lets the urgent keys of one queue go before the work of others: while it is taken, those that give way do next to
 * nothing. A thousand schedules that are due at once are stored first, and their runs begin then.
 */
export class RightOfWay {
  readonly #onFree: (() => void)[] = [];
  #isTaken = false;

  /** Whether somebody's urgent keys wait. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Has `onFree` called each time that it becomes free. */
  follow(onFree: () => void): void {
    this.#onFree.push(onFree);
  }

  /** Takes it, or gives it back. */
  set(isTaken: boolean): void {
    if (this.#isTaken === isTaken) return;
    this.#isTaken = isTaken;
    if (isTaken) return;
    for (const onFree of this.#onFree) onFree();
  }
}
