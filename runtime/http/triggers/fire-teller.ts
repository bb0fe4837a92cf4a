import { keyText, type ObjectKey } from "../../../lib/api/object.ts";
import type { Fired } from "../../dispatch/fire-result.ts";
import type { StreamEvent } from "../../domain/stream/stream-event.ts";
import { StoreError } from "../../ports/store-error.ts";
import type { Timer } from "../../ports/timers.ts";
import type { RunBody } from "./fire-bodies.ts";
import { RunTeller } from "./run-teller.ts";
import { MAX_JOINS, REREAD_MS } from "./trigger-limits.ts";
import type { TriggerParts } from "./trigger-parts.ts";

/** Tells one reader of all runs of a fire, in turns, event by event as they are asked for. */
export class FireTeller {
  readonly #parts: TriggerParts;
  readonly #tellers: Map<string, RunTeller>;
  readonly #wake: () => void;
  #reread: Timer | undefined;
  #isClosed = false;

  /** `wake` is called when there may be something to tell. */
  constructor(parts: TriggerParts, namespace: string, fired: Fired, wake: () => void) {
    this.#parts = parts;
    this.#wake = wake;
    const tellers = fired.runs.map((run): [string, RunTeller] => [
      keyText({ namespace, name: run.runName }),
      new RunTeller(parts, namespace, run, { wake, mayJoin: () => this.#joined < MAX_JOINS }),
    ]);
    this.#tellers = new Map(tellers);
  }

  get #joined(): number {
    return [...this.#tellers.values()].reduce((sum, { joined }) => sum + joined, 0);
  }

  /** Whether everything about all runs has been told. */
  get isOver(): boolean {
    return [...this.#tellers.values()].every((teller) => teller.isOver);
  }

  /** How the runs stand. */
  get standing(): readonly RunBody[] {
    return [...this.#tellers.values()].map((teller) => teller.standing);
  }

  /** Has a run looked at when the next event is asked for. */
  changed(run: ObjectKey): void {
    this.#tellers.get(keyText(run))?.changed();
    this.#wake();
  }

  /** The next event, or undefined where nothing is new. */
  async next(): Promise<StreamEvent | undefined> {
    for (const [id, teller] of [...this.#tellers]) {
      const event = await this.#nextOf(teller);
      if (event === undefined) continue;
      // Whoever has spoken goes to the end, so that no run drowns out the others.
      if (this.#tellers.size > 1 && this.#tellers.delete(id)) this.#tellers.set(id, teller);
      return event;
    }
    return undefined;
  }

  /** Leaves all tasks; tells nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#reread?.cancel();
    for (const teller of this.#tellers.values()) teller.close();
  }

  async #nextOf(teller: RunTeller): Promise<StreamEvent | undefined> {
    try {
      return await teller.next();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const { reason } = error;
      const { runName } = teller.standing;
      this.#parts.logger.warn("outputs can't be read for a stream", { runName, reason });
      this.#reread?.cancel();
      if (this.#isClosed) return undefined;
      this.#reread = this.#parts.timers.after(REREAD_MS, () => {
        for (const each of this.#tellers.values()) each.changed();
        this.#wake();
      });
      return undefined;
    }
  }
}
