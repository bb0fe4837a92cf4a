import type { ModelAnswer } from "../model-answer.ts";
import { type HealthFlaw, HealthReason } from "../verdict.ts";

/** What providers call the end of an answer that the model ended by itself (design §5). */
const NATURAL = new Set(["stop", "end_turn", "eos_token", "stop_sequence", "complete"]);
const CUT = /^(?:length|max_tokens|max_output_tokens|model_length)$/i;
const FILTERED = /filter|safety|recitation|blocklist|prohibited|spii|sensitive/i;

/** Says that the model did not end its answer by itself: it was cut, filtered, or nobody says how it ended. */
export function stopIsUnnatural({ finishReason }: ModelAnswer): HealthFlaw | undefined {
  if (typeof finishReason !== "string" || finishReason === "") {
    return { reason: HealthReason.unnaturalStop, detail: "The answer has no finish reason." };
  }
  if (NATURAL.has(finishReason.toLowerCase())) return undefined;
  if (CUT.test(finishReason)) {
    return { reason: HealthReason.cutShort, detail: "The answer was cut by the token limit." };
  }
  if (FILTERED.test(finishReason)) {
    return { reason: HealthReason.filtered, detail: "The answer was filtered." };
  }
  const word = /^[a-z_-]{1,32}$/i.test(finishReason) ? ` (${finishReason})` : "";
  return { reason: HealthReason.unnaturalStop, detail: `The answer did not end by itself${word}.` };
}
