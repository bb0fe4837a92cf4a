import { type AskedForError, askedForError } from "../request/asked-for-error.ts";
import { jsonValue, unfenced } from "../text/json-value.ts";
import { plainText } from "../text/plain-text.ts";
import { wordsOf } from "../text/words-of.ts";
import { type HealthFlaw, HealthReason } from "../verdict.ts";
import type { AnswerInContext } from "./answer-in-context.ts";
import { BOILERPLATE } from "./error-sentences.ts";
import { jsonError } from "./json-is-an-error.ts";
import { beginsLikeAnError, readsLikeAnError } from "./reads-like-an-error.ts";
import { speaksOfFailure } from "./speaks-of-failure.ts";

/** A prompt that names a field for errors, or speaks of failing, may get that field filled. */
const NAMES_ERROR = /err|fault|exception|fail|problem|wrong|invalid|denied|reject/i;
const LONGEST_BROKEN_OFF = 4_000;
const MOST_LINES = 40;
const BREAK =
  /^(?:\[(?:error|ERROR|Error|FATAL|fatal)\b|(?:Error|ERROR|FATAL|Fatal error|fatal error)(?: \d+)?: |Traceback \(most recent|(?:\w+\.)*[A-Z]\w*(?:Error|Exception): )/;
/** An error object behind the text, as a stream that fails half-way leaves it. */
const TRAILING = /\{\s{0,3}"error"\s{0,3}:\s{0,3}[{"]/;
const CREATIVE =
  /stor(?:y|ies)|poem|haiku|limerick|verse|joke|riddle|headline|tweet|title|slogan|lyric|song|novel|scene|anecdote|news|report|fable|proverb|sentence (?:about|with|on)/i;
const flaw: HealthFlaw = {
  reason: HealthReason.errorAnswer,
  // The text is not quoted: providers repeat keys in their errors.
  detail: "The answer is an error text, not an answer to the prompt.",
};

/**
 * Says that the answer is an error: an error object, a program's error or trace, or sentences that report nothing
 * but a failure. A text that speaks about errors is none, nor is the error text that the prompt asked for.
 */
export function answerIsAnError(answer: AnswerInContext): HealthFlaw | undefined {
  const asked = isExpected(answer) ? "written" : askedInThisForm(answer);
  if (asked === "written") return undefined;
  if (isTakenFromPrompt(answer)) return undefined;
  const json = jsonError(answer.text, answer.prompt);
  if (json === "body" || (json === "field" && !NAMES_ERROR.test(answer.prompt))) return flaw;
  const plain = plainText(textOf(answer));
  const isError =
    (asked === "no" && isBareStatus(plain, answer.prompt)) ||
    (asked === "no" && !answer.request.code && breaksOff(answer.prose)) ||
    readsLikeAnError(plain) ||
    (leavesNoRoom(answer, asked) && (beginsLikeAnError(plain) || speaksOfFailure(plain)));
  return isError && !isNamed(asked, plain) ? flaw : undefined;
}

/** Where JSON or a number alone was asked for, a sentence is not the error that the prompt had in mind. */
function askedInThisForm({ prompt, text, request }: AnswerInContext): AskedForError {
  const asked = askedForError(prompt);
  if (asked !== "named") return asked;
  const isOutOfForm =
    (/\btable\b/i.test(prompt) && !/[|\t<,;]/.test(text)) ||
    (/json/i.test(prompt) && request.json && jsonValue(text) === undefined) ||
    (/number only|only (?:the|a|with the|with a) number|digits only/i.test(prompt) &&
      !/^\W*\d+\W*$/.test(text)) ||
    (/one word|single word/i.test(prompt) && text.split(/\s+/).length > 3);
  return isOutOfForm ? "no" : asked;
}

/** "Uppercase: access denied" brings its error along: most words of the answer stand in the prompt. */
function isTakenFromPrompt({ plain, prompt }: AnswerInContext): boolean {
  const asked = new Set(wordsOf(prompt));
  const words = wordsOf(plain);
  return words.length >= 2 && words.filter((word) => asked.has(word)).length >= words.length * 0.7;
}

/** A story or a poem may well begin with a server that is down; a plain question is not answered so. */
function leavesNoRoom({ prompt }: AnswerInContext, asked: AskedForError): boolean {
  return asked === "no" && !CREATIVE.test(prompt);
}

/** An answer that begins well and ends in a program's error: "I plan routes for [line] ERROR: stream aborted". */
function breaksOff(prose: string): boolean {
  const lines = prose.slice(0, LONGEST_BROKEN_OFF).split("\n");
  return (
    lines.length <= MOST_LINES &&
    (TRAILING.test(prose.slice(0, LONGEST_BROKEN_OFF)) || lines.some((line) => BREAK.test(line.trim())))
  );
}

/** "503" where no number was asked for. */
function isBareStatus(plain: string, prompt: string): boolean {
  return (
    /^[45]\d\d$/.test(plain) && !/\d|\?|number|how|count|code|year|random|digit|integer|figure/i.test(prompt)
  );
}

/** A prompt that asks for an error's name gets a short one, without the words that only a failed call carries. */
function isNamed(asked: AskedForError, plain: string): boolean {
  return asked === "named" && !BOILERPLATE.test(plain);
}

/** The owner's own expectation may be an error text; then finding it is what was wanted. */
function isExpected({ expect }: AnswerInContext): boolean {
  return [expect.equals, expect.contains].some(
    (given) => given !== undefined && readsLikeAnError(plainText(given)),
  );
}

/** The answer as a reader sees it: without a fence around the whole, and without tags when it begins with one. */
function textOf({ text, request }: AnswerInContext): string {
  const inner = request.code ? text : unfenced(text);
  return inner.startsWith("<") ? inner.slice(0, 8_000).replace(/<[^<>]{1,400}>/g, "\n") : inner;
}
