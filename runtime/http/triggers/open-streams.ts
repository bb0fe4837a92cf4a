import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { keyOf, keyText, type ObjectKey } from "../../../lib/api/object.ts";
import type { Cache } from "../../ports/cache.ts";

/** A stream as whoever counts streams sees it. */
export type OpenStream = {
  readonly runs: readonly ObjectKey[];
  /** One of its runs has changed. */
  changed(run: ObjectKey): void;
  /** The process is being stopped. */
  shutDown(): void;
};

/** Counts the streams that are open and tells them of their runs: one listener on the one watch, however many there are. */
export class OpenStreams {
  readonly #max: number;
  readonly #byRun = new Map<string, Set<OpenStream>>();
  readonly #streams = new Set<OpenStream>();
  #reserved = 0;
  #isShutDown = false;

  constructor(runs: Cache<AgentRun>, max: number) {
    this.#max = max;
    runs.onChange(({ before, after }) => {
      const run = after ?? before;
      if (run === undefined) return;
      const key = keyOf(run);
      for (const stream of this.#byRun.get(keyText(key)) ?? []) stream.changed(key);
    });
  }

  /** Takes a place before anything is dispatched; false where all are taken. Give it back with `leave`. */
  reserve(): boolean {
    if (this.#isShutDown || this.#reserved >= this.#max) return false;
    this.#reserved += 1;
    return true;
  }

  /** Gives a place back. */
  leave(): void {
    this.#reserved -= 1;
  }

  /** Tells a stream of changes of its runs from now on. */
  add(stream: OpenStream): void {
    this.#streams.add(stream);
    for (const key of stream.runs) {
      const id = keyText(key);
      this.#byRun.set(id, (this.#byRun.get(id) ?? new Set()).add(stream));
    }
    if (this.#isShutDown) stream.shutDown();
  }

  /** Tells a stream nothing any more. */
  remove(stream: OpenStream): void {
    this.#streams.delete(stream);
    for (const key of stream.runs) {
      const id = keyText(key);
      const streams = this.#byRun.get(id);
      streams?.delete(stream);
      if (streams?.size === 0) this.#byRun.delete(id);
    }
  }

  /** Ends all streams; those that come later end at once. */
  shutDown(): void {
    this.#isShutDown = true;
    for (const stream of [...this.#streams]) stream.shutDown();
  }
}
