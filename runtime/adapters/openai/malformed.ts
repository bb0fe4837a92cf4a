import { ModelError, ModelErrorReason } from "../../ports/model.ts";

/**
 * Makes the error for an answer that can't be read; `what` completes "the provider answered …". The next one
 * may well be sound: proxies put pages in place of answers while a server restarts, and models vary.
 */
export function malformed(what: string): ModelError {
  return new ModelError(ModelErrorReason.malformed, `the provider answered ${what}`, { isRetryable: true });
}
