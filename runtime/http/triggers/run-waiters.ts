import type { AgentRun } from "../../../lib/api/agent-run.ts";
import { keyOf, keyText, type ObjectKey } from "../../../lib/api/object.ts";
import { hasEnded } from "../../domain/firing/fires-of.ts";
import type { Cache } from "../../ports/cache.ts";
import type { Timers } from "../../ports/timers.ts";

/** Why a wait was over. */
export type WaitEnd = "ended" | "timeout" | "shutdown" | "gone";

/** Who waits. */
export type WaitingCaller = {
  /** Whether the runs were stored a moment ago: the watch may be yet to bring them. */
  readonly isFresh: boolean;
  /** Registers what to call when the caller is gone. */
  onGone(leave: () => void): void;
  /** Told of each run that ends meanwhile, whole, so that it need not be read again. */
  onEnded?(run: AgentRun): void;
};

type Waiter = {
  readonly runs: readonly string[];
  readonly missing: Set<string>;
  readonly caller: WaitingCaller;
  finish(end: WaitEnd): void;
};

/** How long a run that was stored a moment ago has to come before it is looked for. */
const LOOK_AFTER_MS = 1_000;

/** What waiting stands on. */
export type WaiterParts = {
  readonly runs: Cache<AgentRun>;
  readonly timers: Timers;
  /** Most that wait at once. */
  readonly max: number;
  /** Looks once for a run that the cache does not show; may fail. */
  readonly isStored: (run: ObjectKey) => Promise<boolean>;
};

/**
 * Lets callers wait until runs have ended. However many wait, there is one listener on the one watch of runs.
 * A run that is deleted counts as ended.
 */
export class RunWaiters {
  readonly #parts: WaiterParts;
  readonly #byRun = new Map<string, Set<Waiter>>();
  readonly #waiters = new Set<Waiter>();
  #reserved = 0;
  #isShutDown = false;

  constructor(parts: WaiterParts) {
    this.#parts = parts;
    parts.runs.onChange(({ before, after, whole }) => {
      const run = after ?? before;
      if (run !== undefined && (after === undefined || hasEnded(after)))
        this.#ended(keyText(keyOf(run)), whole);
    });
  }

  /** Takes a place before anything is dispatched; false where all are taken. Give it back with `leave`. */
  reserve(): boolean {
    if (this.#isShutDown || this.#reserved >= this.#parts.max) return false;
    this.#reserved += 1;
    return true;
  }

  /** Gives a place back. */
  leave(): void {
    this.#reserved -= 1;
  }

  /** Waits until all the runs have ended, the time is up, the caller is gone or the process shuts down. */
  wait(runs: readonly ObjectKey[], timeoutMs: number, caller: WaitingCaller): Promise<WaitEnd> {
    const missing = new Set(runs.filter((key) => !this.#hasEnded(key)).map(keyText));
    if (missing.size === 0) return Promise.resolve("ended");
    if (this.#isShutDown) return Promise.resolve("shutdown");
    return new Promise((resolve) => {
      const { timers } = this.#parts;
      const set = [timers.after(timeoutMs, () => waiter.finish("timeout"))];
      const waiter: Waiter = {
        runs: [...missing],
        missing,
        caller,
        finish: (end) => {
          for (const timer of set) timer.cancel();
          this.#remove(waiter);
          resolve(end);
        },
      };
      this.#add(waiter);
      caller.onGone(() => waiter.finish("gone"));
      const look = () => void runs.map((key) => this.#lookFor(key));
      if (!caller.isFresh) look();
      else if (runs.some((key) => this.#isUnknown(key))) set.push(timers.after(LOOK_AFTER_MS, look));
    });
  }

  /** Ends all waits; those that come later end at once. */
  shutDown(): void {
    this.#isShutDown = true;
    for (const waiter of [...this.#waiters]) waiter.finish("shutdown");
  }

  #hasEnded(key: ObjectKey): boolean {
    const run = this.#parts.runs.get(key);
    return run !== undefined && hasEnded(run);
  }

  #isUnknown(key: ObjectKey): boolean {
    return this.#parts.runs.get(key) === undefined;
  }

  /** What the cache does not show by then may have been deleted before anybody waited: no watch tells of it. */
  async #lookFor(key: ObjectKey): Promise<void> {
    if (!this.#isUnknown(key)) return;
    const isStored = await this.#parts.isStored(key).catch(() => true);
    if (!isStored) this.#ended(keyText(key));
  }

  #ended(id: string, run?: AgentRun): void {
    for (const waiter of [...(this.#byRun.get(id) ?? [])]) {
      waiter.missing.delete(id);
      if (run !== undefined) waiter.caller.onEnded?.(run);
      if (waiter.missing.size === 0) waiter.finish("ended");
    }
  }

  #add(waiter: Waiter): void {
    this.#waiters.add(waiter);
    for (const id of waiter.runs) {
      const waiters = this.#byRun.get(id) ?? new Set();
      this.#byRun.set(id, waiters.add(waiter));
    }
  }

  #remove(waiter: Waiter): void {
    this.#waiters.delete(waiter);
    for (const id of waiter.runs) {
      const waiters = this.#byRun.get(id);
      waiters?.delete(waiter);
      if (waiters?.size === 0) this.#byRun.delete(id);
    }
  }
}
