import { StoreError, type StoreErrorCause, StoreErrorReason } from "../../ports/store-error.ts";
import { MAX_CAUSES, MAX_MESSAGE_LENGTH } from "./kubernetes-limits.ts";

/** A refusal as the API server sends it. Source: https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/ */
export type Status = {
  readonly kind?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly code?: number;
  readonly details?: {
    readonly name?: string;
    readonly retryAfterSeconds?: number;
    readonly causes?: readonly {
      readonly reason?: string;
      readonly message?: string;
      readonly field?: string;
    }[];
  };
};

/** What is known of a refused request. */
export type Refused = {
  readonly code: number;
  readonly status: Status;
  readonly retryAfterMs?: number | undefined;
  /** Whether something may have been written. */
  readonly isWrite: boolean;
};

const { notFound, alreadyExists, conflict, invalid, badRequest, unauthorized } = StoreErrorReason;
const { forbidden, expired, tooManyRequests, timeout, unavailable } = StoreErrorReason;

const BY_REASON: Readonly<Record<string, StoreErrorReason>> = {
  NotFound: notFound,
  AlreadyExists: alreadyExists,
  Conflict: conflict,
  Invalid: invalid,
  BadRequest: badRequest,
  Unauthorized: unauthorized,
  Forbidden: forbidden,
  Expired: expired,
  Gone: expired,
  TooManyRequests: tooManyRequests,
  Timeout: timeout,
  ServerTimeout: unavailable,
  ServiceUnavailable: unavailable,
  RequestEntityTooLarge: invalid,
};

const BY_CODE: Readonly<Record<number, StoreErrorReason>> = {
  400: badRequest,
  401: unauthorized,
  403: forbidden,
  404: notFound,
  409: conflict,
  410: expired,
  413: invalid,
  422: invalid,
  429: tooManyRequests,
  503: unavailable,
  504: timeout,
};

/**
 * What the server adds to a schema's refusal: that CEL rules were passed over, and, from the step that prepares
 * values for them, a type error that the schema has already named with its field.
 */
const ASIDES = ["some validation rules were not checked", "Checked value must be of type"];

/** Turns an API server's refusal into a {@link StoreError}. */
export function statusRefusal(refused: Refused): StoreError {
  const { status, code } = refused;
  const reason = reasonOf(refused);
  const message = (status.message ?? `the API server answered ${code}`).slice(0, MAX_MESSAGE_LENGTH);
  const seconds = status.details?.retryAfterSeconds;
  const retryAfterMs = seconds === undefined ? refused.retryAfterMs : seconds * 1_000;
  const isQuota = reason === forbidden && message.includes("exceeded quota");
  const facts = { causes: causesOf(status), isQuota };
  return new StoreError(reason, message, retryAfterMs === undefined ? facts : { ...facts, retryAfterMs });
}

function reasonOf({ status, code, isWrite }: Refused): StoreErrorReason {
  const { reason = "", details, message = "" } = status;
  if (details?.causes?.some((cause) => cause.reason === "ResourceVersionTooLarge")) return expired;
  // An object that is missing is named; a kind that is missing is not, and it may yet be installed.
  if (code === 404 && details?.name === undefined) return unavailable;
  if (message.includes("etcdserver: request is too large")) return invalid;
  const known = BY_REASON[reason] ?? BY_CODE[code];
  if (known !== undefined) return known;
  if (code < 500) return badRequest;
  // etcd may have carried out what it did not answer in time, and a gateway what it did not pass on.
  return isWrite ? timeout : unavailable;
}

function causesOf(status: Status): readonly StoreErrorCause[] {
  const told = (status.details?.causes ?? []).slice(0, MAX_CAUSES);
  const causes = told.map(({ field = "", reason = "", message = "" }) => ({
    field: field === "<nil>" ? "" : field,
    reason,
    message: message.slice(0, MAX_MESSAGE_LENGTH),
  }));
  return causes.filter(({ message }) => !ASIDES.some((aside) => message.includes(aside)));
}
