import type { ModelAnswer } from "../model-answer.ts";
import { trimInvisible } from "../text/invisible.ts";
import { type HealthFlaw, HealthReason } from "../verdict.ts";

/** Longest answer that is judged: every rule is linear up to here, and no health check needs more. */
const MAX_CONTENT_CHARS = 262_144;

/** Says that there is no text to judge: the content is missing, of another type, blank or far too long. */
export function contentIsUnusable({ content }: ModelAnswer): HealthFlaw | undefined {
  if (content === undefined || content === null) {
    return { reason: HealthReason.emptyAnswer, detail: "The answer has no content." };
  }
  if (typeof content !== "string") {
    return { reason: HealthReason.notAChatCompletion, detail: "The content of the answer is not text." };
  }
  if (content.length > MAX_CONTENT_CHARS) {
    return { reason: HealthReason.tooLarge, detail: "The answer is longer than 262144 characters." };
  }
  return trimInvisible(content) === ""
    ? { reason: HealthReason.emptyAnswer, detail: "The answer has no visible character." }
    : undefined;
}
