import type { ModelAnswer } from "../model-answer.ts";
import { type HealthFlaw, HealthReason } from "../verdict.ts";

const reasons: ReadonlyMap<number, HealthReason> = new Map([
  [401, HealthReason.keyRejected],
  [403, HealthReason.keyRejected],
  [404, HealthReason.modelNotFound],
  [429, HealthReason.rateLimited],
]);

/** Says that the call itself failed: only HTTP 200 carries an answer, whatever the body holds. */
export function statusIsNotOk({ status }: ModelAnswer): HealthFlaw | undefined {
  if (status === 200) return undefined;
  if (typeof status !== "number" || !Number.isInteger(status)) {
    return { reason: HealthReason.unexpectedStatus, detail: "The reply has no HTTP status." };
  }
  const byClass = status >= 500 && status < 600 ? HealthReason.providerFailed : HealthReason.unexpectedStatus;
  return {
    reason: reasons.get(status) ?? byClass,
    detail: `The provider answered with HTTP status ${status}.`,
  };
}
