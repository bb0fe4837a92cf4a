import { parsePositiveDuration } from "../duration/parse-positive-duration.ts";

/** How long a sync or streaming caller waits unless it says (the specification's "Sync webhook wait"). */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** What a caller asks for in the query. */
export type FireQuery = { readonly mode: "async" | "sync" | "sse"; readonly timeoutMs: number };

/** A query as read, or what is wrong with it. */
export type ParsedQuery =
  | { readonly query: FireQuery; readonly problem?: undefined }
  | { readonly problem: string; readonly query?: undefined };

/** Reads `mode` and `timeout`; other parameters are ignored, a token among them. */
export function parseQuery(parameters: URLSearchParams, maxTimeoutMs: number): ParsedQuery {
  const modes = parameters.getAll("mode");
  const timeouts = parameters.getAll("timeout");
  if (modes.length > 1) return { problem: "mode is given more than once" };
  if (timeouts.length > 1) return { problem: "timeout is given more than once" };
  const [mode] = modes;
  if (mode !== undefined && mode !== "sync" && mode !== "sse") {
    return { problem: "mode has to be sync or sse, or absent for an answer at once" };
  }
  const [timeout] = timeouts;
  const parsed = timeout === undefined ? { ms: DEFAULT_TIMEOUT_MS } : parsePositiveDuration(timeout);
  // Nothing of the query is quoted: a caller may have put his token in the wrong place.
  if (parsed.flaw !== undefined) {
    return { problem: "timeout has to be a duration above zero with its unit, such as 90s, 5m or 1h30m" };
  }
  const timeoutMs = Math.min(parsed.ms, maxTimeoutMs);
  return { query: { mode: mode ?? "async", timeoutMs } };
}
