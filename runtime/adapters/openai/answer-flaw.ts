import { stopIsUnnatural } from "../../domain/health/reply/stop-is-unnatural.ts";
import { HealthReason } from "../../domain/health/verdict.ts";
import { ModelError, ModelErrorReason } from "../../ports/model.ts";
import { malformed } from "./malformed.ts";

/** How a streamed answer ended. */
export type AnswerEnd = {
  readonly finishReason: string | null;
  readonly hasRefused: boolean;
  readonly hasToolCalls: boolean;
  /** Whether anything in it can be seen. */
  readonly isVisible: boolean;
};

/**
 * Finds what makes an answer unfit as a step's output. What a natural stop is, a task and a health check have
 * to agree on. A refusal explains more than how it ended.
 */
export function answerFlaw(end: AnswerEnd): ModelError | undefined {
  if (end.hasRefused || end.finishReason?.toLowerCase() === "refusal")
    return unfit(ModelErrorReason.refused, "the model refused to answer", false);
  if (end.finishReason === null) return malformed("a stream that ended without a finish reason");
  const stop = stopIsUnnatural(end)?.reason;
  if (stop === HealthReason.cutShort)
    return unfit(ModelErrorReason.truncated, "the model's answer reached its limit of tokens", false);
  if (stop === HealthReason.filtered)
    return unfit(ModelErrorReason.filtered, "the provider's filter withheld the answer", false);
  if (end.hasToolCalls || stop !== undefined)
    return malformed("something other than text that ended by itself");
  if (!end.isVisible) return unfit(ModelErrorReason.empty, "the model's answer is empty", true);
  return undefined;
}

function unfit(reason: ModelErrorReason, message: string, isRetryable: boolean): ModelError {
  return new ModelError(reason, message, { isRetryable });
}
