/** A budget that refills steadily up to its capacity. */
export type TokenBucket = {
  readonly capacity: number;
  readonly refillPerMs: number;
  readonly tokens: number;
  /** When `tokens` was true, on a clock that only grows. */
  readonly atMs: number;
};

/** Semantic checks that may follow each other at once (design §5). */
const CHECK_BURST = 10;
/** Checks that an interval pays for: the prober's own, and one for whoever else asks. */
const CHECKS_PER_INTERVAL = 2;

/** The budget of an agent's semantic checks, full at first. */
export function checkBudget(intervalSeconds: number, nowMs: number): TokenBucket {
  const refillPerMs = CHECKS_PER_INTERVAL / (intervalSeconds * 1_000);
  return { capacity: CHECK_BURST, refillPerMs, tokens: CHECK_BURST, atMs: nowMs };
}

/** Takes one token where there is one: the bucket as it is afterwards, or undefined where it is empty. */
export function takeToken(bucket: TokenBucket, nowMs: number): TokenBucket | undefined {
  const refilled = bucket.tokens + Math.max(0, nowMs - bucket.atMs) * bucket.refillPerMs;
  const tokens = Math.min(bucket.capacity, refilled);
  return tokens < 1 ? undefined : { ...bucket, tokens: tokens - 1, atMs: nowMs };
}
