import { type ModelError, ModelErrorReason } from "../../ports/model.ts";
import { StatusError } from "./status-error.ts";

/** First wait without word from the provider; each further one is twice as long. */
const FIRST_DELAY_MS = 500;
/** Longest wait of our own choice. */
const LONGEST_DELAY_MS = 8_000;
/** Longest wait that a provider can ask of us: beyond it the step is better off with an error. */
export const LONGEST_RETRY_AFTER_MS = 60_000;
/** Up to this share of a wait is taken off at random, so that agents that failed together don't return so. */
const JITTER = 0.25;

const TRANSIENT_REASONS: ReadonlySet<ModelErrorReason> = new Set([
  ModelErrorReason.unreachable,
  ModelErrorReason.rateLimited,
  ModelErrorReason.failed,
]);

/** How often a call has been tried, of how many times. */
export type Tries = { readonly made: number; readonly allowed: number };

/**
 * Decides how long to wait before a call is tried again, or that it is not (undefined). `fraction` in [0, 1)
 * is chance.
 */
export function retryDelayMs(failure: ModelError, tries: Tries, fraction: number): number | undefined {
  if (tries.made >= tries.allowed) return undefined;
  if (!failure.isRetryable || !TRANSIENT_REASONS.has(failure.reason)) return undefined;
  const asked = failure instanceof StatusError ? failure.retryAfterMs : undefined;
  if (asked !== undefined) return asked > LONGEST_RETRY_AFTER_MS ? undefined : asked;
  const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (tries.made - 1));
  return delayMs * (1 - JITTER * fraction);
}
