/** What a server takes from its callers before any application code runs. */
export type ServerLimits = {
  /** Bytes of a request's line and headers together; beyond it Node answers 431. */
  readonly maxHeaderBytes: number;
  /** Until a request's headers have arrived; beyond it Node answers 408. */
  readonly headersTimeoutMs: number;
  /** Until a whole request has arrived; beyond it Node answers 408. Answers may take longer. */
  readonly requestTimeoutMs: number;
  /** How long an idle connection is kept for another request. */
  readonly keepAliveTimeoutMs: number;
  /** How often the two timeouts above are looked at: the most by which they are late. */
  readonly checkIntervalMs: number;
  /** Connections at once; further ones are closed at once. */
  readonly maxConnections: number;
};

/** Limits that fit every server of the project: small requests over loopback or a cluster's network. */
export const DEFAULT_SERVER_LIMITS: ServerLimits = {
  // A kubectl with a bearer token and long selectors needs about 4 KiB.
  maxHeaderBytes: 16_384,
  headersTimeoutMs: 10_000,
  // A body of 1 MiB at 35 KiB/s.
  requestTimeoutMs: 30_000,
  // Longer than undici's 4 s, so that a pooled client never writes into a connection that is closing.
  keepAliveTimeoutMs: 15_000,
  checkIntervalMs: 1_000,
  // A waiting sync caller holds one; each costs some tens of KiB.
  maxConnections: 4_096,
};
