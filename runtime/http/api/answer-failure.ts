import type { Logger } from "../../ports/logger.ts";
import { ApiError } from "./api-error.ts";
import { failureOf } from "./api-status.ts";
import type { ResourceTarget } from "./parse-resource-path.ts";

/** Answers with an error's status; one that nobody has foreseen is logged. */
export function answerFailure(error: unknown, target: ResourceTarget | undefined, logger: Logger): Response {
  const status = failureOf(error, target);
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
