/** What is known of a cron event when its spec is looked at. */
export interface SinceHistory {
  readonly createdAt: Date;
  /** The ledger's `since`; absent where the event has not been looked at. */
  readonly since?: Date | undefined;
  /** The expression that `since` was set for; absent where the event was not a cron event then. */
  readonly observedExpression?: string | undefined;
  /** The expression that the spec has now. */
  readonly expression: string;
  /** Whether no status has been written for the event, that is, `observedGeneration` is absent. */
  readonly isNew: boolean;
  /** Whether the last status says that the event is suspended or invalid. */
  readonly wasPaused: boolean;
  /** Whether the event is suspended or invalid now. */
  readonly isPaused: boolean;
}

/**
 * From when on slots count (protocol E.1): from the creation of a new event; from now on once the expression or
 * the type has changed, or the event has been resumed or made valid; otherwise from where it was. It never goes
 * back, so after the clock went back nothing fires twice.
 *
 * Write it in the same status update as `observedGeneration`, after the fires already created are accounted: if
 * the process dies before that write, the next one sees the same history and moves `since` then.
 */
export function nextSince(history: SinceHistory, now: Date): Date {
  const since = laterOf(history.createdAt, history.since ?? history.createdAt);
  return startsAfresh(history) ? laterOf(since, now) : since;
}

function startsAfresh(history: SinceHistory): boolean {
  if (history.isNew) return false;
  const isResumed = history.wasPaused && !history.isPaused;
  return isResumed || history.observedExpression !== history.expression;
}

function laterOf(one: Date, other: Date): Date {
  return one >= other ? one : other;
}
