/** Why a store refused, in the terms of the Kubernetes API's `Status.reason`. */
export const StoreErrorReason = {
  notFound: "NotFound",
  alreadyExists: "AlreadyExists",
  conflict: "Conflict",
  invalid: "Invalid",
  badRequest: "BadRequest",
  unauthorized: "Unauthorized",
  /** Not allowed: RBAC, an admission policy, or a quota (`isQuota`). */
  forbidden: "Forbidden",
  /** The resource version is too old to watch from, or to continue a list from. */
  expired: "Expired",
  tooManyRequests: "TooManyRequests",
  /** Not answered in time: whether it was carried out is unknown. */
  timeout: "Timeout",
  /** Not reachable, or out of order for now. */
  unavailable: "ServiceUnavailable",
} as const;
export type StoreErrorReason = (typeof StoreErrorReason)[keyof typeof StoreErrorReason];

/** What is wrong with one field, as in `Status.details.causes`. */
export type StoreErrorCause = { readonly field: string; readonly reason: string; readonly message: string };

/** Facts of a {@link StoreError}. */
export type StoreErrorFacts = {
  readonly causes?: readonly StoreErrorCause[];
  readonly retryAfterMs?: number;
  readonly isQuota?: boolean;
  readonly cause?: unknown;
};

/** Thrown by every {@link Store} method that could not do what it was asked to. */
export class StoreError extends Error {
  readonly reason: StoreErrorReason;
  readonly causes: readonly StoreErrorCause[];
  /** How long to wait before another try, where the server said so. */
  readonly retryAfterMs: number | undefined;
  readonly isQuota: boolean;

  constructor(reason: StoreErrorReason, message: string, facts: StoreErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = "StoreError";
    this.reason = reason;
    this.causes = facts.causes ?? [];
    this.retryAfterMs = facts.retryAfterMs;
    this.isQuota = facts.isQuota ?? false;
  }

  /** Whether the same call may succeed later without a change by its caller. */
  get isTransient(): boolean {
    const { timeout, unavailable, tooManyRequests } = StoreErrorReason;
    return ([timeout, unavailable, tooManyRequests] as StoreErrorReason[]).includes(this.reason);
  }
}

/** Whether an error is a store's refusal for the given reason. */
export function isStoreError(error: unknown, reason: StoreErrorReason): error is StoreError {
  return error instanceof StoreError && error.reason === reason;
}
