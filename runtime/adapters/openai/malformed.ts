import { ModelError, ModelErrorReason } from "../../ports/model.ts";

/** Makes the error for an answer that can't be read; `what` completes "the provider answered …". */
export function malformed(what: string): ModelError {
  return new ModelError(ModelErrorReason.malformed, `the provider answered ${what}`, { isRetryable: false });
}
