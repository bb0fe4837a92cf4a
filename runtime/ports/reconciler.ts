import type { ObjectKey } from "../../lib/api/object.ts";

/** What a reconcile leaves to be done: nothing, or another look at a given time. */
export type Outcome = {
  readonly requeueAt?: Date | undefined;
  /** Set where nothing was written: the next look need not keep the pace of writes. */
  readonly isIdle?: boolean;
};

/** Nothing more to do until something changes. */
export const settled: Outcome = {};

/** Brings one object's world in line with its spec; called again and again, from any state. */
export interface Reconciler {
  reconcile(key: ObjectKey): Promise<Outcome>;
}

/** Thrown where trying again is useless until something changes. */
export class TerminalError extends Error {
  override readonly name = "TerminalError";
}

/** Thrown where trying again is useless before `at`. */
export class RetryLaterError extends Error {
  override readonly name = "RetryLaterError";
  readonly at: Date;
  constructor(message: string, at: Date, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.at = at;
  }
}
