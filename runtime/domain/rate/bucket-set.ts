import { type BucketRate, TokenBucket } from "./token-bucket.ts";

/** Part of the buckets that goes when there is no room: looking at all of them pays for as many new ones. */
const FREED_PART = 1 / 8;

/** One token bucket a key, for at most `maxKeys` keys: full buckets are forgotten, then the oldest. */
export class BucketSet {
  readonly #rate: BucketRate;
  readonly #maxKeys: number;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(rate: BucketRate, maxKeys: number) {
    this.#rate = rate;
    this.#maxKeys = maxKeys;
  }

  /** Takes one token of a key; a rate of 0 a second lets everything pass. */
  take(key: string, nowMs: number): boolean {
    if (this.#rate.perSecond === 0) return true;
    return this.#bucket(key, nowMs).take(nowMs);
  }

  /** Milliseconds until a key has a token. */
  waitMs(key: string, nowMs: number): number {
    return this.#buckets.get(key)?.waitMs(nowMs) ?? 0;
  }

  #bucket(key: string, nowMs: number): TokenBucket {
    const known = this.#buckets.get(key);
    if (known !== undefined) return known;
    if (this.#buckets.size >= this.#maxKeys) this.#makeRoom(nowMs);
    const bucket = new TokenBucket(this.#rate, nowMs);
    this.#buckets.set(key, bucket);
    return bucket;
  }

  /** An attacker with many addresses pushes out other buckets, which gives nobody less than a fresh one. */
  #makeRoom(nowMs: number): void {
    for (const [key, bucket] of this.#buckets) if (bucket.isFull(nowMs)) this.#buckets.delete(key);
    const kept = this.#maxKeys - Math.max(1, Math.ceil(this.#maxKeys * FREED_PART));
    for (const key of this.#buckets.keys()) {
      if (this.#buckets.size <= kept) return;
      this.#buckets.delete(key);
    }
  }
}
