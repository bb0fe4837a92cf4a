/** The text of one attempt at a step on its way to one reader: the next piece is fetched when the last was taken. */
export class StepFeed {
  readonly attempt: number;
  /** Tells the task on its pod from all others. */
  readonly taskKey: string;
  readonly #abort = new AbortController();
  #taken = "";
  #waiting = "";
  #goOn = Promise.withResolvers<void>();

  constructor(attempt: number, taskKey: string) {
    this.attempt = attempt;
    this.taskKey = taskKey;
  }

  /** Reads pieces until they end or the feed is closed; `wake` is called when one waits to be taken. */
  async read(follow: (signal: AbortSignal) => AsyncIterable<string>, wake: () => void): Promise<void> {
    for await (const piece of follow(this.#abort.signal)) {
      if (this.#abort.signal.aborted) return;
      this.#waiting = piece;
      wake();
      // Nothing is read ahead: a slow reader slows the connection to the pod and costs no memory here.
      await this.#goOn.promise;
    }
  }

  /** Takes the piece that waits; empty where none does. */
  take(): string {
    const piece = this.#waiting;
    if (piece === "") return "";
    this.#waiting = "";
    this.#taken += piece;
    const { resolve } = this.#goOn;
    this.#goOn = Promise.withResolvers();
    resolve();
    return piece;
  }

  /** What of the output has not been taken; empty where another text was. */
  restOf(output: string): string {
    return output.startsWith(this.#taken) ? output.slice(this.#taken.length) : "";
  }

  /** Leaves the task. */
  close(): void {
    this.#abort.abort();
    this.#goOn.resolve();
  }
}
