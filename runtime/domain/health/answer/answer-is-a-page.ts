import { askedForError } from "../request/asked-for-error.ts";
import { unfenced } from "../text/json-value.ts";
import { plainText } from "../text/plain-text.ts";
import { type HealthFlaw, HealthReason } from "../verdict.ts";
import type { AnswerInContext } from "./answer-in-context.ts";
import { readsLikeAnError } from "./reads-like-an-error.ts";

const PAGE =
  /^\s*(?:<!--[^>]{0,200}-->\s*)?<(?:!doctype\s|html[\s>]|head[\s>]|body[\s>]|\?xml[\s?]|center>\s*<h1|error[\s>]|fault[\s>]|soap)/i;
const HEADING = /<(?:title|h1|h2|message|code|faultstring)[^<>]{0,200}>([^<]{1,200})/gi;

/** Says that the answer is a page of markup that nobody asked for, or one that was asked for and reports an error. */
export function answerIsAPage({ text, prompt, request, expect }: AnswerInContext): HealthFlaw | undefined {
  const page = unfenced(text).slice(0, 8_000);
  if (!PAGE.test(page)) return undefined;
  const isWanted =
    request.markup || (request.code && text !== unfenced(text)) || expect.contains?.startsWith("<");
  if (isWanted && !reportsAnError(page, prompt)) return undefined;
  return {
    reason: HealthReason.htmlAnswer,
    detail: "The answer is a page of markup that the prompt did not ask for.",
  };
}

function reportsAnError(page: string, prompt: string): boolean {
  if (askedForError(prompt) !== "no") return false;
  return [...page.matchAll(HEADING)].some(([, heading = ""]) => readsLikeAnError(plainText(heading)));
}
