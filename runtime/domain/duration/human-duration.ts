const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const YEAR = 365 * DAY;

/** The unit to count in below a bound, and the smaller unit to add where a remainder of it is worth telling. */
const STEPS: readonly (readonly [below: number, unit: number, letter: string, rest?: [number, string]])[] = [
  [2 * MINUTE, 1, "s"],
  [10 * MINUTE, MINUTE, "m", [1, "s"]],
  [3 * HOUR, MINUTE, "m"],
  [8 * HOUR, HOUR, "h", [MINUTE, "m"]],
  [2 * DAY, HOUR, "h"],
  [8 * DAY, DAY, "d", [HOUR, "h"]],
  [2 * YEAR, DAY, "d"],
  [8 * YEAR, YEAR, "y", [DAY, "d"]],
  [Number.POSITIVE_INFINITY, YEAR, "y"],
];

/**
 * Writes a length of time as kubectl's columns show it: `45s`, `5m30s`, `3h`, `2d4h`. What is up to a second
 * in the future counts as now, because clocks differ; more is `<invalid>`.
 * Source: k8s.io/apimachinery/pkg/util/duration, HumanDuration
 */
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / 1_000);
  if (Number.isNaN(seconds) || seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  const [, unit, letter, rest] = STEPS.find(([below]) => seconds < below) ?? [0, YEAR, "y"];
  const whole = `${Math.floor(seconds / unit)}${letter}`;
  if (rest === undefined) return whole;
  const remainder = Math.floor((seconds % unit) / rest[0]);
  return remainder === 0 ? whole : `${whole}${remainder}${rest[1]}`;
}
