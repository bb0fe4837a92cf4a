import { keyText, type ObjectKey } from "../../lib/api/object.ts";

/** A run in a line. `wakes` tells one waking from the next. */
type Waiting = { readonly run: ObjectKey; isWoken: boolean; wakes: number };

/** The runs of a line in the order in which they came, and how many of them are woken. */
type Line = { readonly runs: Map<string, Waiting>; woken: number };

/** Places in lines for which a run has been woken. */
export type Woken = readonly { readonly line: string; readonly waiting: Waiting; readonly wakes: number }[];

/**
 * Lines of runs that wait for a pod, one a service, in the order in which they came. A run that is woken keeps its
 * place in the line until it has what it waits for, so that one who finds nothing has lost nothing.
 */
export class WaitingRuns {
  readonly #lines = new Map<string, Line>();
  /** By run: the lines that it stands in. */
  readonly #linesOf = new Map<string, Set<string>>();

  /** The lines in which somebody waits. */
  get lines(): readonly string[] {
    return [...this.#lines.keys()];
  }

  /** Puts a run at the end of a line; one that stands there already goes on sleeping where it is. */
  wait(line: string, run: ObjectKey): void {
    const id = keyText(run);
    const waiting = this.#lines.get(line) ?? { runs: new Map<string, Waiting>(), woken: 0 };
    this.#lines.set(line, waiting);
    const known = waiting.runs.get(id);
    if (known === undefined) waiting.runs.set(id, { run, isWoken: false, wakes: 0 });
    else if (known.isWoken) {
      known.isWoken = false;
      waiting.woken -= 1;
    }
    const lines = this.#linesOf.get(id) ?? new Set();
    this.#linesOf.set(id, lines.add(line));
  }

  /** Takes a run out of a line. */
  leave(line: string, run: ObjectKey): void {
    const id = keyText(run);
    const waiting = this.#lines.get(line);
    const known = waiting?.runs.get(id);
    if (waiting === undefined || known === undefined) return;
    waiting.runs.delete(id);
    if (known.isWoken) waiting.woken -= 1;
    if (waiting.runs.size === 0) this.#lines.delete(line);
    const lines = this.#linesOf.get(id);
    lines?.delete(line);
    if (lines?.size === 0) this.#linesOf.delete(id);
  }

  /** How many have been woken that stand before a run in a line, or in the whole line where the run is not in it. */
  wokenBefore(line: string, run: ObjectKey): number {
    const id = keyText(run);
    const waiting = this.#lines.get(line);
    if (waiting === undefined || !waiting.runs.has(id)) return waiting?.woken ?? 0;
    let before = 0;
    for (const [other, { isWoken }] of waiting.runs) {
      // Those that are woken stand near the front: a long line behind them is not walked.
      if (other === id || before === waiting.woken) break;
      if (isWoken) before += 1;
    }
    return before;
  }

  /** Wakes the first ones of a line until so many are awake; returns those that slept. */
  wake(line: string, places: number): readonly ObjectKey[] {
    const woken: ObjectKey[] = [];
    const standing = this.#lines.get(line);
    if (standing === undefined) return woken;
    let left = places;
    for (const waiting of standing.runs.values()) {
      if (left-- <= 0) break;
      if (waiting.isWoken) continue;
      waiting.isWoken = true;
      waiting.wakes += 1;
      standing.woken += 1;
      woken.push(waiting.run);
    }
    return woken;
  }

  /** What a run has been woken for and has not come for yet. */
  wokenFor(run: ObjectKey): Woken {
    const id = keyText(run);
    return [...(this.#linesOf.get(id) ?? [])].flatMap((line) => {
      const waiting = this.#lines.get(line)?.runs.get(id);
      return waiting?.isWoken === true ? [{ line, waiting, wakes: waiting.wakes }] : [];
    });
  }

  /** Takes a run out of the lines for which it was woken in vain; returns them, for the next ones to be woken. */
  giveUp(woken: Woken): readonly string[] {
    const vain = woken.filter(({ line, waiting, wakes }) => {
      const isThere = this.#lines.get(line)?.runs.get(keyText(waiting.run)) === waiting;
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
