import { type StoreErrorCause, StoreErrorReason } from "../../ports/store-error.ts";

/** Why a request was refused before it came to the store, as `Status.reason` has it. */
export const ApiErrorReason = {
  badRequest: "BadRequest",
  unauthorized: "Unauthorized",
  forbidden: "Forbidden",
  notFound: "NotFound",
  methodNotAllowed: "MethodNotAllowed",
  notAcceptable: "NotAcceptable",
  invalid: "Invalid",
  tooLarge: "RequestEntityTooLarge",
  unsupportedMediaType: "UnsupportedMediaType",
  tooManyRequests: "TooManyRequests",
  expired: "Expired",
  internal: "InternalError",
} as const;
export type ApiErrorReason = (typeof ApiErrorReason)[keyof typeof ApiErrorReason];

/** The HTTP status code that goes with each reason. */
export const STATUS_CODES = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Expired: 410,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  [StoreErrorReason.unavailable]: 503,
  [StoreErrorReason.timeout]: 504,
} as const satisfies Record<StoreErrorReason | ApiErrorReason, number>;

/** Facts of an {@link ApiError}. */
export type ApiErrorFacts = {
  readonly causes?: readonly StoreErrorCause[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
};

/** Thrown where a request is refused by the HTTP skin itself. */
export class ApiError extends Error {
  readonly reason: ApiErrorReason;
  readonly causes: readonly StoreErrorCause[];
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: ApiErrorReason, message: string, facts: ApiErrorFacts = {}) {
    super(message);
    this.name = "ApiError";
    this.reason = reason;
    this.causes = facts.causes ?? [];
    this.headers = facts.headers ?? {};
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** A refusal because nothing is served at a path. */
export function nothingServed(): ApiError {
  return new ApiError(ApiErrorReason.notFound, "the server could not find the requested resource");
}

/** A refusal of one query parameter or field of the options, as the API server words it. */
export function invalidOption(options: string, field: string, message: string): ApiError {
  return new ApiError(ApiErrorReason.invalid, `${options}.meta.k8s.io "" is invalid: ${field}: ${message}`, {
    causes: [{ field, reason: "FieldValueInvalid", message }],
  });
}
