import type { ParsedSchedule, Schedule } from "./schedule.ts";
import type { ScheduleFlaw } from "./schedule-flaw.ts";

/** Older missed slots are counted to here: a person needs to know that there were many, not how many. */
export const MAX_MISSED = 100;

/** What decides whether a cron event is due. */
export interface ScheduleState {
  readonly parsed: ParsedSchedule;
  /** Slots up to here are settled: what `nextSince` gave. */
  readonly since: Date;
  /** How old a missed slot may be and still fire; absent for any age, as with a CronJob. */
  readonly catchUpBoundMs?: number | undefined;
  /** Whether the event is suspended, or invalid for another reason than its schedule. */
  readonly isPaused: boolean;
}

/** A slot that has come, and what to do about it. */
export interface DueSlot {
  /**
   * `fire`: dispatch the slot, then write `since = slot`. `passOver`: even the latest slot is older than the
   * catch-up bound, so write `since = slot` and dispatch nothing.
   */
  readonly kind: "fire" | "passOver";
  /** The latest slot that has come. */
  readonly slot: Date;
  /** How many slots never fire because of a later one or the bound; counted to `MAX_MISSED`. */
  readonly missed: number;
  /** The slot after that, and when to look again; absent where the calendar ends first. */
  readonly nextFireAt: Date | undefined;
}

/** What a cron event's schedule asks for. */
export type SchedulePlan =
  /** Nothing fires and nothing is owed: whatever ends the pause starts afresh (`nextSince`). */
  | { readonly kind: "paused" }
  | { readonly kind: "stalled"; readonly flaw: ScheduleFlaw }
  /** `nextFireAt` is also when to look again. */
  | { readonly kind: "wait"; readonly nextFireAt: Date | undefined }
  | DueSlot;

/** Decides what a cron event's schedule asks for at `now` (protocol E.2). */
export function planSchedule({ parsed, isPaused, ...state }: ScheduleState, now: Date): SchedulePlan {
  if (isPaused) return { kind: "paused" };
  if (parsed.flaw !== undefined) return { kind: "stalled", flaw: parsed.flaw };
  return planSlots(parsed.schedule, state, now);
}

type Reach = Pick<ScheduleState, "since" | "catchUpBoundMs">;

function planSlots(schedule: Schedule, { since, catchUpBoundMs }: Reach, now: Date): SchedulePlan {
  const slot = schedule.latestWithin(since, now);
  // Where the clock went back, `since` lies ahead of it and the slots up to there have been settled.
  const nextFireAt = schedule.nextAfter(since > now ? since : now);
  if (slot === undefined) return { kind: "wait", nextFireAt };

  const older = schedule.countWithin(since, new Date(slot.getTime() - 1), MAX_MISSED);
  const isTooOld = catchUpBoundMs !== undefined && now.getTime() - slot.getTime() > catchUpBoundMs;
  return isTooOld
    ? { kind: "passOver", slot, missed: Math.min(older + 1, MAX_MISSED), nextFireAt }
    : { kind: "fire", slot, missed: older, nextFireAt };
}
