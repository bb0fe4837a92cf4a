import type { Clock } from "../../ports/clock.ts";
import type { GarbageCollector } from "./garbage-collector.ts";
import type { ObjectRows } from "./object-rows.ts";
import type { Transaction } from "./transaction.ts";

const SWEEP_INTERVAL_MS = 30_000;
const MAX_SWEPT = 200;

/** Deletes what has outlived its time. It runs along with writes of what expires, so it needs no timer. */
export class Expiry {
  readonly #objects: ObjectRows;
  readonly #collector: GarbageCollector;
  readonly #clock: Clock;
  #nextSweepMs = Number.NEGATIVE_INFINITY;

  constructor(objects: ObjectRows, collector: GarbageCollector, clock: Clock) {
    this.#objects = objects;
    this.#collector = collector;
    this.#clock = clock;
  }

  /** Sweeps where it is time to. */
  sweep(transaction: Transaction): void {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs < this.#nextSweepMs) return;
    const seconds = Math.floor(this.#clock.now().getTime() / 1_000);
    const rows = this.#objects.expired(seconds, MAX_SWEPT);
    for (const row of rows) this.#collector.delete(row, transaction);
    // A full batch means that more is waiting: the next write goes on.
    if (rows.length < MAX_SWEPT) this.#nextSweepMs = nowMs + SWEEP_INTERVAL_MS;
  }
}
