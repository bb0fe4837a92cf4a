import type { ModelAnswer } from "../model-answer.ts";
import { trimInvisible } from "../text/invisible.ts";
import { type HealthFlaw, HealthReason } from "../verdict.ts";
import { isFilled } from "./read-chat-completion.ts";

/** Says that the refusal field is set, with or without content beside it; an empty one is no refusal. */
export function modelHasRefused({ refusal }: ModelAnswer): HealthFlaw | undefined {
  const isSet = typeof refusal === "string" ? trimInvisible(refusal) !== "" : isFilled(refusal);
  return isSet
    ? { reason: HealthReason.refused, detail: "The model refused: the refusal field of the answer is set." }
    : undefined;
}
