/** What the standalone API takes from its callers, beyond the bounds of the server below it. */
export type ApiLimits = {
  /** Bytes of a body; beyond it 413. The API server's own bound. */
  readonly maxBodyBytes: number;
  /** Objects and lists within one another in a body; beyond it 400. Ours nest 12 deep. */
  readonly maxNesting: number;
  /** Watches at once; beyond it 429. Each holds a connection. */
  readonly maxWatches: number;
  /** Longest life of a watch, in seconds: a client that has gone silently is noticed at its end. */
  readonly maxWatchSeconds: number;
  /** Until the connection of a watch that has ended is cut, where its client does not read. */
  readonly watchGraceMs: number;
  /** How often a patch without a resource version is tried again when another write came between. */
  readonly maxPatchTries: number;
};

/** Limits that fit one machine and its owner. */
export const DEFAULT_API_LIMITS: ApiLimits = {
  maxBodyBytes: 3 * 1_048_576,
  maxNesting: 64,
  maxWatches: 256,
  maxWatchSeconds: 3_600,
  watchGraceMs: 5_000,
  maxPatchTries: 5,
};
