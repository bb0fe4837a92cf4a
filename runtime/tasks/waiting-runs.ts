import { keyText, type ObjectKey } from "../../lib/api/object.ts";

/** A run in a line. `wakes` tells one waking from the next. */
type Waiting = { readonly run: ObjectKey; isWoken: boolean; wakes: number };

/** Places in lines for which a run has been woken. */
export type Woken = readonly { readonly line: string; readonly waiting: Waiting; readonly wakes: number }[];

/**
 * Lines of runs that wait for a pod, one a service, in the order in which they came. A run that is woken keeps its
 * place in the line until it has what it waits for, so that one who finds nothing has lost nothing.
 */
export class WaitingRuns {
  readonly #lines = new Map<string, Map<string, Waiting>>();
  /** By run: the lines that it stands in. */
  readonly #linesOf = new Map<string, Set<string>>();

  /** The lines in which somebody waits. */
  get lines(): readonly string[] {
    return [...this.#lines.keys()];
  }

  /** Puts a run at the end of a line; one that stands there already goes on sleeping where it is. */
  wait(line: string, run: ObjectKey): void {
    const id = keyText(run);
    const waiting = this.#lines.get(line) ?? new Map<string, Waiting>();
    this.#lines.set(line, waiting);
    const known = waiting.get(id);
    if (known !== undefined) known.isWoken = false;
    else waiting.set(id, { run, isWoken: false, wakes: 0 });
    const lines = this.#linesOf.get(id) ?? new Set();
    this.#linesOf.set(id, lines.add(line));
  }

  /** Takes a run out of a line. */
  leave(line: string, run: ObjectKey): void {
    const id = keyText(run);
    const waiting = this.#lines.get(line);
    if (waiting?.delete(id) !== true) return;
    if (waiting.size === 0) this.#lines.delete(line);
    const lines = this.#linesOf.get(id);
    lines?.delete(line);
    if (lines?.size === 0) this.#linesOf.delete(id);
  }

  /** How many have been woken that stand before a run in a line, or in the whole line where the run is not in it. */
  wokenBefore(line: string, run: ObjectKey): number {
    const id = keyText(run);
    let woken = 0;
    for (const [other, { isWoken }] of this.#lines.get(line) ?? []) {
      if (other === id) break;
      if (isWoken) woken += 1;
    }
    return woken;
  }

  /** Wakes the first ones of a line until so many are awake; returns those that slept. */
  wake(line: string, places: number): readonly ObjectKey[] {
    const woken: ObjectKey[] = [];
    let left = places;
    for (const waiting of this.#lines.get(line)?.values() ?? []) {
      if (left-- <= 0) break;
      if (waiting.isWoken) continue;
      waiting.isWoken = true;
      waiting.wakes += 1;
      woken.push(waiting.run);
    }
    return woken;
  }

  /** What a run has been woken for and has not come for yet. */
  wokenFor(run: ObjectKey): Woken {
    const id = keyText(run);
    return [...(this.#linesOf.get(id) ?? [])].flatMap((line) => {
      const waiting = this.#lines.get(line)?.get(id);
      return waiting?.isWoken === true ? [{ line, waiting, wakes: waiting.wakes }] : [];
    });
  }

  /** Takes a run out of the lines for which it was woken in vain; returns them, for the next ones to be woken. */
  giveUp(woken: Woken): readonly string[] {
    const vain = woken.filter(({ line, waiting, wakes }) => {
      const isThere = this.#lines.get(line)?.get(keyText(waiting.run)) === waiting;
      return isThere && waiting.isWoken && waiting.wakes === wakes;
    });
    for (const { line, waiting } of vain) this.leave(line, waiting.run);
    return vain.map(({ line }) => line);
  }

  /** Forgets everybody. */
  clear(): void {
    this.#lines.clear();
    this.#linesOf.clear();
  }
}
