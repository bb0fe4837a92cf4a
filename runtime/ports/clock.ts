/** Tells the time. */
export interface Clock {
  now(): Date;
  /** Milliseconds that only grow, for durations. */
  monotonicMs(): number;
}
