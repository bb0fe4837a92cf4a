import { randomBytes, randomFillSync, randomUUID } from "node:crypto";
import type { Random } from "../../ports/random.ts";

/** Bytes that are drawn at once: each draw costs as much as hashing a token. */
const POOL_BYTES = 4_096;

/** The operating system's cryptographic source of chance. */
export class SystemRandom implements Random {
  readonly #pool = new Uint8Array(POOL_BYTES);
  #given = POOL_BYTES;

  bytes(count: number): Uint8Array {
    if (count > POOL_BYTES) return randomBytes(count);
    if (this.#given + count > this.#pool.length) {
      randomFillSync(this.#pool);
      this.#given = 0;
    }
    const given = this.#pool.slice(this.#given, this.#given + count);
    // What has been given may have become a token: nothing of it stays here.
    this.#pool.fill(0, this.#given, this.#given + count);
    this.#given += count;
    return given;
  }

  fraction(): number {
    return Math.random();
  }

  uuid(): string {
    return randomUUID();
  }
}
