/** Where chance comes from. */
export interface Random {
  /** `count` bytes from a cryptographic source. */
  bytes(count: number): Uint8Array;
  /** A number in [0, 1), for jitter. */
  fraction(): number;
  /** A random UUID (RFC 9562, version 4). */
  uuid(): string;
}
