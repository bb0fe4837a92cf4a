import type { BucketRate } from "../rate/token-bucket.ts";

/** Semantic checks that may follow each other at once (design §5). */
const CHECK_BURST = 10;
/** Checks that an interval pays for: the prober's own, and one for whoever else asks. */
const CHECKS_PER_INTERVAL = 2;

/** How many semantic checks callers together may cause: what bounds the owner's bill. */
export function checkRate(intervalSeconds: number): BucketRate {
  return { perSecond: CHECKS_PER_INTERVAL / intervalSeconds, burst: CHECK_BURST };
}
