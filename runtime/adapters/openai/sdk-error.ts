import { ModelError, ModelErrorReason } from "../../ports/model.ts";
import { malformed } from "./malformed.ts";

/**
 * Translates what the SDK threw. Where this adapter threw first, the SDK carries that as its cause. Its own
 * errors are not kept: they hold what the provider sent.
 */
export function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  if (!(error instanceof Error)) return malformed("something that the SDK can't read");
  if (error.cause instanceof ModelError) return error.cause;
  if (error instanceof SyntaxError) return malformed("events that are no JSON");
  // Without a status: an error that came as an event in a stream.
  if ("status" in error && error.status === undefined && "error" in error) {
    return new ModelError(ModelErrorReason.failed, "the provider reported an error instead of an answer", {
      isRetryable: true,
    });
  }
  return new ModelError(ModelErrorReason.failed, `the SDK failed (${error.name})`, { isRetryable: false });
}
