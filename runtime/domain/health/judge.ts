import { type AnswerInContext, type AnswerRule, answerInContext } from "./answer/answer-in-context.ts";
import { answerIsALoop } from "./answer/answer-is-a-loop.ts";
import { answerIsAPage } from "./answer/answer-is-a-page.ts";
import { answerIsARefusal } from "./answer/answer-is-a-refusal.ts";
import { answerIsAnEcho } from "./answer/answer-is-an-echo.ts";
import { answerIsAnError } from "./answer/answer-is-an-error.ts";
import { answerIsCut } from "./answer/answer-is-cut.ts";
import { answerIsNoise } from "./answer/answer-is-noise.ts";
import { answerLeaksATemplate } from "./answer/answer-leaks-a-template.ts";
import { answerLeaksProtocol } from "./answer/answer-leaks-protocol.ts";
import { answerLeaksTokens } from "./answer/answer-leaks-tokens.ts";
import { expectationIsNegated } from "./answer/expectation-is-negated.ts";
import { expectationIsUnmet, isExactly } from "./answer/expectation-is-unmet.ts";
import { type Expectation, promptOf } from "./expectation.ts";
import type { ModelAnswer } from "./model-answer.ts";
import { contentIsUnusable } from "./reply/content-is-unusable.ts";
import { modelCalledATool } from "./reply/model-called-a-tool.ts";
import { modelHasRefused } from "./reply/model-has-refused.ts";
import { readChatCompletion } from "./reply/read-chat-completion.ts";
import { statusIsNotOk } from "./reply/status-is-not-ok.ts";
import { stopIsUnnatural } from "./reply/stop-is-unnatural.ts";
import { takeOffReasoning } from "./take-off-reasoning.ts";
import { firstFlaw, type HealthFlaw, type Verdict, verdictOf } from "./verdict.ts";
import { wordIsNotExact } from "./word-is-not-exact.ts";

const replyRules = [modelHasRefused, modelCalledATool, stopIsUnnatural, contentIsUnusable] as const;

/** The surest signs first, so that the reason names the cause: an error that repeats the prompt is an error. */
const answerRules: readonly AnswerRule[] = [
  answerIsAPage,
  answerLeaksProtocol,
  answerIsAnError,
  answerIsARefusal,
  answerIsNoise,
  answerLeaksTokens,
  answerLeaksATemplate,
  answerIsALoop,
  answerIsAnEcho,
  answerIsCut,
];

/**
 * Judges a model's reply against what a healthy answer is (design §5). Pure, total and linear in the length of the
 * answer: it never throws, whatever types the provider sent.
 */
export function judge(answer: ModelAnswer, expectation: Expectation): Verdict {
  return verdictOf(statusIsNotOk(answer) ?? flawOfBody(answer, expectation));
}

function flawOfBody(answer: ModelAnswer, expectation: Expectation): HealthFlaw | undefined {
  if (typeof answer.raw !== "string") return flawOfReply(answer, expectation);
  const body = readChatCompletion(answer.raw);
  if ("flaw" in body) return body.flaw;
  // What the caller read counts, and the body fills in what the caller left out.
  return flawOfReply(
    {
      content: answer.content ?? body.answer.content,
      finishReason: answer.finishReason ?? body.answer.finishReason,
      refusal: answer.refusal ?? body.answer.refusal,
      toolCalls: answer.toolCalls ?? body.answer.toolCalls,
    },
    expectation,
  );
}

function flawOfReply(reply: ModelAnswer, expectation: Expectation): HealthFlaw | undefined {
  const flaw = firstFlaw(reply, replyRules);
  if (flaw !== undefined) return flaw;
  const visible = takeOffReasoning(String(reply.content));
  return "flaw" in visible ? visible.flaw : flawOfAnswer(visible.text, expectation);
}

function flawOfAnswer(text: string, expectation: Expectation): HealthFlaw | undefined {
  if (expectation.kind === "custom") return flawOfCustomAnswer(answerInContext(text, expectation));
  const flaw = wordIsNotExact(text);
  if (flaw === undefined) return undefined;
  // It fails in any case; the rules may know a reason that says more than "another answer".
  return firstFlaw(answerInContext(text, { prompt: promptOf(expectation) }), answerRules) ?? flaw;
}

function flawOfCustomAnswer(answer: AnswerInContext): HealthFlaw | undefined {
  const { equals } = answer.expect;
  if (equals !== undefined && isExactly(answer, equals)) return undefined;
  return firstFlaw(answer, [...answerRules, expectationIsUnmet, expectationIsNegated]);
}
