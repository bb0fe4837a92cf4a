/** What the webhook endpoint takes, and for how long; each is a setting of the operator. */
export type TriggerLimits = {
  /** Largest body in bytes; beyond it 413. */
  readonly maxBodyBytes: number;
  /** Longest wait of a sync caller; a longer `timeout` is clamped to it. */
  readonly maxSyncWaitMs: number;
  /** Most sync callers that wait at once; beyond it 503. */
  readonly maxWaiters: number;
  /** Most `mode=sse` callers at once; beyond it 503. */
  readonly maxStreams: number;
  /** Fires a second and event on this replica, and how many may come at once; 0 a second is no limit. */
  readonly fireRate: { readonly perSecond: number; readonly burst: number };
  /** Failed tokens a second and address; valid ones are never held back. */
  readonly failureRate: { readonly perSecond: number; readonly burst: number };
  /** Live reads a second for events and tokens that the caches do not show. */
  readonly liveReadRate: { readonly perSecond: number; readonly burst: number };
};

/** The limits of design §3. */
export const DEFAULT_TRIGGER_LIMITS: TriggerLimits = {
  maxBodyBytes: 1_048_576,
  maxSyncWaitMs: 600_000,
  maxWaiters: 1_000,
  // Each may hold a connection to a pod for every step that runs.
  maxStreams: 200,
  fireRate: { perSecond: 50, burst: 100 },
  failureRate: { perSecond: 1, burst: 20 },
  liveReadRate: { perSecond: 10, burst: 20 },
};

/** Connections beside those that wait or stream: callers that are answered at once. */
const ROOM_FOR_OTHERS = 2_896;

/** Connections that a webhook server takes at once: all who may wait or stream, and others beside them. */
export function connectionsFor({ maxWaiters, maxStreams }: TriggerLimits): number {
  return maxWaiters + maxStreams + ROOM_FOR_OTHERS;
}

/** Events and addresses whose rates are remembered; more than a replica serves in a minute. */
export const MAX_BUCKETS = 10_000;
/** Most tasks that one stream joins at once: each is a connection, and may hold a step's whole output on its way. */
export const MAX_JOINS = 32;
/** How often a silent stream says that it is alive: within the minute that proxies usually allow. */
export const STREAM_HEARTBEAT_MS = 15_000;
/** How long a stream's reader may take nothing at all before it is given up. */
export const SLOW_READER_MS = 15_000;
/** How long a reader may take for the last event, before its connection is cut; within the grace of a stop. */
export const CUT_GRACE_MS = 2_000;
/** When outputs that a stream could not read are read again. */
export const REREAD_MS = 1_000;
/** Longest Idempotency-Key, in characters. */
export const MAX_IDEMPOTENCY_KEY = 255;
