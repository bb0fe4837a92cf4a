/** How fast a bucket fills and how much it holds. */
export type BucketRate = { readonly perSecond: number; readonly burst: number };

/** A token bucket: `burst` at first, refilled at `perSecond`. Time is passed in. */
export class TokenBucket {
  readonly #rate: BucketRate;
  #tokens: number;
  #atMs: number;

  constructor(rate: BucketRate, nowMs: number) {
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#atMs = nowMs;
  }

  /** Takes one token; false where there is none. */
  take(nowMs: number): boolean {
    this.#refill(nowMs);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Milliseconds until there is a token. */
  waitMs(nowMs: number): number {
    this.#refill(nowMs);
    return this.#tokens >= 1 ? 0 : ((1 - this.#tokens) / this.#rate.perSecond) * 1_000;
  }

  /** Whether nothing has been taken that is not refilled: such a bucket can be forgotten. */
  isFull(nowMs: number): boolean {
    this.#refill(nowMs);
    return this.#tokens >= this.#rate.burst;
  }

  #refill(nowMs: number): void {
    const gained = (Math.max(0, nowMs - this.#atMs) / 1_000) * this.#rate.perSecond;
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + gained);
    this.#atMs = Math.max(this.#atMs, nowMs);
  }
}
