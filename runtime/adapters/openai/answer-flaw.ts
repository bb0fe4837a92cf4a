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

/** Finish reasons of an answer that its model considers complete (design §5), in lower case. */
const NATURAL: ReadonlySet<string> = new Set(["stop", "end_turn", "eos_token", "stop_sequence", "complete"]);
const CUT: ReadonlySet<string> = new Set(["length", "max_tokens", "model_length", "max_output_tokens"]);
const FILTERED: ReadonlySet<string> = new Set(["content_filter", "content_filtered", "safety", "recitation"]);

/** Finds what makes an answer unfit as a step's output; a refusal explains more than how it ended. */
export function answerFlaw(end: AnswerEnd): ModelError | undefined {
  const finish = end.finishReason?.toLowerCase();
  if (end.hasRefused || finish === "refusal")
    return unfit(ModelErrorReason.refused, "the model refused to answer", false);
  if (finish === undefined) return malformed("a stream that ended without a finish reason");
  if (CUT.has(finish))
    return unfit(ModelErrorReason.truncated, "the model's answer reached its limit of tokens", false);
  if (FILTERED.has(finish))
    return unfit(ModelErrorReason.filtered, "the provider's filter withheld the answer", false);
  if (end.hasToolCalls || !NATURAL.has(finish))
    return malformed("something other than text that ended by itself");
  if (!end.isVisible) return unfit(ModelErrorReason.empty, "the model's answer is empty", true);
  return undefined;
}

function unfit(reason: ModelErrorReason, message: string, isRetryable: boolean): ModelError {
  return new ModelError(reason, message, { isRetryable });
}
