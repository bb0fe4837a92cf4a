/**
 * Writes a finite number of milliseconds for people: `1m30s`, `2h`, `1.5s`, `350ms`. What is shorter than a
 * second is exact to a microsecond, everything else to a millisecond, and `parseDuration` reads it back.
 */
export function formatDuration(ms: number): string {
  const microseconds = Math.round(Math.abs(ms) * 1_000);
  if (microseconds === 0) return "0s";
  return `${ms < 0 ? "-" : ""}${formatMicroseconds(microseconds)}`;
}

function formatMicroseconds(microseconds: number): string {
  if (microseconds < 1_000) return `${microseconds}us`;
  if (microseconds < 1_000_000) return `${microseconds / 1_000}ms`;
  const total = Math.round(microseconds / 1_000);
  const parts = [
    [Math.floor(total / 3_600_000), "h"],
    [Math.floor(total / 60_000) % 60, "m"],
    [(total % 60_000) / 1_000, "s"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join("");
}
