/** A header by its name, as `Headers` gives it. */
export type HeaderSource = { get(name: string): string | null };

/**
 * Reads how long a provider wants to be left alone: `retry-after-ms` (not standard, precise), or `Retry-After`
 * in seconds or as a date (RFC 9110 §10.2.3). Undefined where neither is there or makes sense.
 */
export function retryAfterMs(headers: HeaderSource, now: Date): number | undefined {
  const exact = digits(headers.get("retry-after-ms"));
  if (exact !== undefined) return exact;
  const header = headers.get("retry-after");
  const seconds = digits(header);
  if (seconds !== undefined) return seconds * 1_000;
  const date = header === null || !/[A-Za-z]{3}/.test(header) ? Number.NaN : Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

function digits(text: string | null): number | undefined {
  return text !== null && /^\s*\d{1,9}(\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined;
}
