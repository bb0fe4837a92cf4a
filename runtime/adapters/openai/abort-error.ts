import { ModelError, ModelErrorReason } from "../../ports/model.ts";

/**
 * Says why an aborted call ended: its deadline, which `AbortSignal.timeout` names TimeoutError, or its caller.
 * What the last try met, if there was one, tells more than "too late" alone.
 */
export function abortError(signal: AbortSignal, lastTry?: ModelError): ModelError {
  const reason: unknown = signal.reason;
  if (reason instanceof ModelError) return reason;
  const isDeadline = reason instanceof Error && reason.name === "TimeoutError";
  if (!isDeadline)
    return new ModelError(ModelErrorReason.aborted, "the call was aborted", { isRetryable: false });
  const after = lastTry === undefined ? "" : `; before that, ${lastTry.message}`;
  return new ModelError(
    ModelErrorReason.timeout,
    `the model's answer was not complete by the deadline${after}`,
    {
      isRetryable: true,
    },
  );
}
