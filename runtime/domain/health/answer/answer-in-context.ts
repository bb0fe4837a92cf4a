import type { Expect } from "../expectation.ts";
import { type PromptRequest, readRequest } from "../request/prompt-request.ts";
import { plainText, proseOf, sentencesOf } from "../text/plain-text.ts";
import type { HealthFlaw } from "../verdict.ts";

/** A visible answer with the prompt that it answers, prepared once for all rules. */
export type AnswerInContext = {
  /** The visible answer, trimmed. */
  readonly text: string;
  /** The same without code; where there is nothing but code, the code. */
  readonly prose: string;
  /** The beginning of the answer in the form that phrases are compared with, and its sentences. */
  readonly plain: string;
  readonly sentences: readonly string[];
  readonly prompt: string;
  readonly systemPrompt: string;
  readonly expect: Expect;
  readonly request: PromptRequest;
};

/** Finds one thing wrong with an answer, or nothing. */
export type AnswerRule = (answer: AnswerInContext) => HealthFlaw | undefined;

/** Prepares a visible answer for the rules. */
export function answerInContext(
  text: string,
  asked: {
    readonly prompt: string;
    readonly systemPrompt?: string | undefined;
    readonly expect?: Expect | undefined;
  },
): AnswerInContext {
  const plain = plainText(text);
  return {
    text,
    prose: proseOf(text),
    plain,
    sentences: sentencesOf(plain),
    prompt: asked.prompt,
    systemPrompt: asked.systemPrompt ?? "",
    expect: asked.expect ?? {},
    request: readRequest(asked.prompt),
  };
}
