import type { Logger } from "../../ports/logger.ts";
import { ApiError } from "./api-error.ts";
import { type FailureTarget, failureOf } from "./api-status.ts";
import { FailedWrite } from "./failed-write.ts";
import type { ResourceTarget } from "./parse-resource-path.ts";

/** Answers with an error's status; one that nobody has foreseen is logged. */
export function answerFailure(thrown: unknown, target: ResourceTarget | undefined, logger: Logger): Response {
  const error = thrown instanceof FailedWrite ? thrown.cause : thrown;
  const status = failureOf(error, targetOf(thrown, target));
  if (status.code === 500) {
    logger.error("API request failed", { error: error instanceof Error ? error : new Error(String(error)) });
  }
  const seconds = status.details?.retryAfterSeconds;
  return Response.json(status, {
    status: status.code,
    headers: {
      ...(error instanceof ApiError && error.headers),
      ...(seconds !== undefined && { "Retry-After": String(seconds) }),
    },
  });
}

function targetOf(thrown: unknown, target: ResourceTarget | undefined): FailureTarget | undefined {
  if (thrown instanceof FailedWrite) return thrown.target;
  return target && { type: target.served.type, name: target.name };
}
