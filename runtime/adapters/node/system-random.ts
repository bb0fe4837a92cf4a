import { randomBytes, randomUUID } from "node:crypto";
import type { Random } from "../../ports/random.ts";

/** The operating system's cryptographic source of chance. */
export class SystemRandom implements Random {
  bytes(count: number): Uint8Array {
    return randomBytes(count);
  }

  fraction(): number {
    return Math.random();
  }

  uuid(): string {
    return randomUUID();
  }
}
