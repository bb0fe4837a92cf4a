import type { ResourceType } from "../../../lib/api/resource-type.ts";
import { StoreError, type StoreErrorCause, StoreErrorReason } from "../../ports/store-error.ts";
import { ApiError, ApiErrorReason, STATUS_CODES } from "./api-error.ts";

/** A Kubernetes `Status`: how something ended. */
export type ApiStatus = {
  readonly kind: "Status";
  readonly apiVersion: "v1";
  readonly metadata: Readonly<Record<string, never>>;
  readonly status: "Success" | "Failure";
  readonly message?: string;
  readonly reason?: string;
  readonly details?: StatusDetails;
  readonly code: number;
};

/** What a status is about. */
export type StatusDetails = {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StoreErrorCause[];
  readonly retryAfterSeconds?: number;
};

/** Which object an error is about. */
export type FailureTarget = { readonly type: ResourceType; readonly name?: string | undefined };

/** Clients that get no better advice try again after a second. */
const DEFAULT_RETRY_SECONDS = 1;

/** The status of an error; an unforeseen one is told as that and no more. */
export function failureOf(error: unknown, target?: FailureTarget): ApiStatus {
  if (!(error instanceof StoreError || error instanceof ApiError)) {
    return failure(ApiErrorReason.internal, "an internal error occurred; the server's log says more", {});
  }
  const seconds = retryAfterSeconds(error);
  return failure(error.reason, error.message, {
    ...(target && error instanceof StoreError && targetDetails(error, target)),
    ...(error.causes.length > 0 && { causes: error.causes }),
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  });
}

function failure(reason: keyof typeof STATUS_CODES, message: string, details: StatusDetails): ApiStatus {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    reason,
    ...(Object.keys(details).length > 0 && { details }),
    code: STATUS_CODES[reason],
  };
}

function retryAfterSeconds(error: StoreError | ApiError): number | undefined {
  if (error instanceof ApiError) return error.retryAfterSeconds;
  if (error.retryAfterMs !== undefined) return Math.max(1, Math.ceil(error.retryAfterMs / 1_000));
  return error.isTransient ? DEFAULT_RETRY_SECONDS : undefined;
}

/** The API server names the kind where an object is invalid, and else the resource. */
function targetDetails({ reason }: StoreError, { type, name }: FailureTarget): StatusDetails {
  return {
    ...(name !== undefined && { name }),
    ...(type.group !== "" && { group: type.group }),
    kind: reason === StoreErrorReason.invalid ? type.kind : type.plural,
  };
}
