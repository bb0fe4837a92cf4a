import { humanDuration } from "../../domain/duration/human-duration.ts";

/** Below this a length of time is told to a tenth of a second: a step of a fast model takes no more. */
const FINE_BELOW_MS = 10_000;

/** How long ago an instant (RFC 3339) was, as kubectl's AGE; `-` where there is none. */
export function ageOf(instant: string | undefined, now: Date): string {
  return instant === undefined ? "-" : humanDuration(now.getTime() - Date.parse(instant));
}

/** How long ago, as a phrase: `5m ago`; `-` where there is none. */
export function agoOf(instant: string | undefined, now: Date): string {
  return instant === undefined ? "-" : `${ageOf(instant, now)} ago`;
}

/** When an instant to come is: `in 5m`, or `due` once it is reached; `-` where there is none. */
export function dueIn(instant: string | undefined, now: Date): string {
  if (instant === undefined) return "-";
  const ms = Date.parse(instant) - now.getTime();
  return ms <= 0 ? "due" : `in ${humanDuration(ms)}`;
}

/** A length of time for people: `350ms`, `4.2s`, and as kubectl writes it from ten seconds on. */
export function shortDuration(ms: number): string {
  if (ms < 0) return "0ms";
  if (ms < 1_000) return `${Math.round(Math.min(ms, 999))}ms`;
  if (ms < FINE_BELOW_MS) return `${Math.floor(ms / 100) / 10}s`;
  return humanDuration(ms);
}

/** How long something took from one instant to another, or has taken until now; `-` where it has not begun. */
export function tookFrom(startedAt: string | undefined, completedAt: string | undefined, now: Date): string {
  if (startedAt === undefined) return "-";
  const end = completedAt === undefined ? now.getTime() : Date.parse(completedAt);
  return shortDuration(end - Date.parse(startedAt));
}
