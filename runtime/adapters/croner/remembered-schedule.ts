import type { Schedule } from "../../domain/schedule/schedule.ts";

/** A stretch of time: no slot lies after `fromMs` and before `untilMs`, which is a slot, or infinite. */
type Gap = { readonly fromMs: number; readonly beginsWithSlot: boolean; readonly untilMs: number };

/** The stretch that is waited through, and the one before it. */
const MAX_GAPS = 2;

/**
 * Remembers between which slots time stands, so that the calendar is asked once a slot and not at each look: by one event
 * or by thousands with the same expression.
 */
export class RememberedSchedule implements Schedule {
  readonly #calendar: Schedule;
  /** The latest one last. */
  #gaps: readonly Gap[] = [];

  constructor(calendar: Schedule) {
    this.#calendar = calendar;
  }

  nextAfter(instant: Date): Date | undefined {
    const atMs = instant.getTime();
    const { untilMs } = this.#gapAt(atMs) ?? this.#remember(this.#gapAfter(atMs, false));
    return untilMs === Number.POSITIVE_INFINITY ? undefined : new Date(untilMs);
  }

  latestWithin(since: Date, now: Date): Date | undefined {
    if (since >= now) return undefined;
    const gap = this.#gapAt(now.getTime());
    if (gap?.beginsWithSlot === true) return gap.fromMs > since.getTime() ? new Date(gap.fromMs) : undefined;
    if (gap !== undefined && since.getTime() >= gap.fromMs) return undefined;
    const slot = this.#calendar.latestWithin(since, now);
    if (gap !== undefined) this.#widen(gap, slot ?? since, slot !== undefined);
    return slot;
  }

  countWithin(since: Date, now: Date, max: number): number {
    return this.latestWithin(since, now) === undefined ? 0 : this.#calendar.countWithin(since, now, max);
  }

  /** The gap that an instant lies in, if it is known or follows the latest one. */
  #gapAt(atMs: number): Gap | undefined {
    const latest = this.#gaps.at(-1);
    if (latest !== undefined && latest.untilMs <= atMs) {
      const following = this.#remember(this.#gapAfter(latest.untilMs, true));
      return atMs < following.untilMs ? following : undefined;
    }
    return this.#gaps.find(({ fromMs, untilMs }) => fromMs <= atMs && atMs < untilMs);
  }

  #gapAfter(fromMs: number, beginsWithSlot: boolean): Gap {
    const next = this.#calendar.nextAfter(new Date(fromMs));
    return { fromMs, beginsWithSlot, untilMs: next?.getTime() ?? Number.POSITIVE_INFINITY };
  }

  #remember(gap: Gap): Gap {
    this.#gaps = [...this.#gaps, gap].slice(-MAX_GAPS);
    return gap;
  }

  #widen(gap: Gap, from: Date, beginsWithSlot: boolean): void {
    const wider = { fromMs: from.getTime(), beginsWithSlot, untilMs: gap.untilMs };
    this.#gaps = this.#gaps.map((each) => (each === gap ? wider : each));
  }
}
