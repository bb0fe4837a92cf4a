import { HealthReason } from "../../domain/health/verdict.ts";
import { ModelErrorReason } from "../../ports/model.ts";

const reasons: Readonly<Record<ModelErrorReason, HealthReason>> = {
  [ModelErrorReason.unreachable]: HealthReason.providerUnreachable,
  [ModelErrorReason.tls]: HealthReason.providerTlsFailed,
  [ModelErrorReason.timeout]: HealthReason.providerTimedOut,
  [ModelErrorReason.stalled]: HealthReason.providerTimedOut,
  [ModelErrorReason.aborted]: HealthReason.providerTimedOut,
  [ModelErrorReason.rateLimited]: HealthReason.rateLimited,
  [ModelErrorReason.unauthorized]: HealthReason.keyRejected,
  [ModelErrorReason.rejected]: HealthReason.unexpectedStatus,
  [ModelErrorReason.failed]: HealthReason.providerFailed,
  [ModelErrorReason.malformed]: HealthReason.notAChatCompletion,
  [ModelErrorReason.refused]: HealthReason.refused,
  [ModelErrorReason.truncated]: HealthReason.cutShort,
  [ModelErrorReason.filtered]: HealthReason.filtered,
  [ModelErrorReason.empty]: HealthReason.emptyAnswer,
  [ModelErrorReason.tooLarge]: HealthReason.tooLarge,
};

/** Names a failed call to the model in the words of the health checks, so that they have one set of reasons. */
export function healthReasonOf(reason: ModelErrorReason): HealthReason {
  return reasons[reason];
}
