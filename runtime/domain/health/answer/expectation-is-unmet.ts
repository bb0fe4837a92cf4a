import { RE2JS } from "re2js";
import { compilePattern, expectIsInvalid } from "../expect-is-invalid.ts";
import { trimInvisible } from "../text/invisible.ts";
import { safeExcerpt } from "../text/safe-excerpt.ts";
import { type HealthFlaw, HealthReason } from "../verdict.ts";
import type { AnswerInContext } from "./answer-in-context.ts";

/** Says that the answer is not what the owner's `expect` demands, literally and case-sensitively. */
export function expectationIsUnmet(answer: AnswerInContext): HealthFlaw | undefined {
  const { equals, contains, pattern } = answer.expect;
  if (equals === undefined && contains === undefined && pattern === undefined) return undefined;
  const invalid = expectIsInvalid(answer.expect);
  if (invalid !== undefined) return { reason: HealthReason.expectationInvalid, detail: `${invalid}.` };
  if (equals !== undefined) return isExactly(answer, equals) ? undefined : unmet(answer, "equal to");
  if (contains !== undefined) return answer.text.includes(contains) ? undefined : unmet(answer, "containing");
  return matches(answer.text, pattern ?? "") ? undefined : unmet(answer, "matching");
}

/** Whether the answer is, to the letter, the one that the owner wrote down: then nothing can be wrong with it. */
export function isExactly(answer: AnswerInContext, equals: string): boolean {
  return answer.text === trimInvisible(equals);
}

function matches(text: string, source: string): boolean {
  const pattern = compilePattern(source);
  return pattern instanceof RE2JS && pattern.test(text);
}

function unmet({ text }: AnswerInContext, relation: string): HealthFlaw {
  return {
    reason: HealthReason.expectationUnmet,
    detail: `The answer is not ${relation} what expect demands: ${safeExcerpt(text)}.`,
  };
}
