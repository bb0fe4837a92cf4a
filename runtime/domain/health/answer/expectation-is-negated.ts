import { RE2JS } from "re2js";
import { compilePattern } from "../expect-is-invalid.ts";
import { foldPrompt } from "../request/prompt-request.ts";
import { conditionIsDenied } from "../text/condition-is-denied.ts";
import { isDeniedBefore, isNegatedAt } from "../text/is-negated-at.ts";
import { wordsOf } from "../text/words-of.ts";
import { type HealthFlaw, HealthReason } from "../verdict.ts";
import type { AnswerInContext } from "./answer-in-context.ts";

type Place = { readonly start: number; readonly end: number };

/** A statement of readiness is short: what stands further on is prose about something else. */
const SEARCHED_CHARS = 4_096;
const MAX_PLACES = 50;
const LONGEST_VALUE = 48;

const STATUS =
  /^["'*]*(?:ready|ok|okay|healthy|yes|true|available|online|operational|up|active|pass|passed|success|successful|alive|able|connected|running|fine|working|loaded|enabled|completed?|done|bereit|ja|gesund|prête?|oui|list[oa]|sí|pront[oa]|sim|sì|готова?|да|gotow[ya]|hazır|klaar|redo|klar|是|就绪|就緒|正常|可用|準備完了|はい|네|준비 ?완료)["'*.!]*$/iu;
const NEGATIVE =
  /(?:^|[^\p{L}])(?:not?|never|none|nein|non|false|error|fail\w*|missing|down|offline|invalid|denied|un\w+)(?![\p{L}])|n't/iu;
const FACT = /^[\p{Lu}\p{N}]/u;
const ANOTHER_TASK =
  /translat|übersetz|traduc|tradui|перевед|翻译|翻訳|번역|opposite|antonym|negat|fill in|complete the/;
const INSTRUCTION =
  /(?:repl(?:y|ies)|answer|respond|\bsay|write|print|output|return|\bstate|\btype|confirm|\bsend|(?:start|begin|end) with|word|antwort|\bsag|schreib|melde|répon|\bdis\b|écri|respond|\bdi\b|diga|escrib|contest|rispond|scriv|respost|ответ|скажи|напиши|回答|回复|回覆|答え|返|대답|답)[^\n]{0,40}$/u;

const flaw: HealthFlaw = {
  reason: HealthReason.expectationNegated,
  detail: "The answer holds what expect demands, but denies, postpones or merely repeats it.",
};

/**
 * Says that the answer meets `expect` by accident: what was found is denied ("NOT READY"), put off, or part of the
 * prompt that the answer repeats. A status word counts as denied when any place denies it, unless the answer
 * begins with the plain word; a fact only when every place does.
 */
export function expectationIsNegated(answer: AnswerInContext): HealthFlaw | undefined {
  const { prompt, text } = answer;
  if (ANOTHER_TASK.test(foldPrompt(prompt))) return undefined;
  const places = placesOf(answer);
  const [first] = places;
  if (first === undefined) return undefined;
  if (isOnlyRepeated(answer, places) || conditionIsDenied(text.slice(0, SEARCHED_CHARS), prompt)) return flaw;
  const value = text.slice(first.start, first.end);
  if (value.length > LONGEST_VALUE || NEGATIVE.test(value)) return undefined;
  const isStatus = STATUS.test(value) || isInstructed(value, prompt);
  if (!isStatus && !FACT.test(value)) return undefined;
  // "Mars is not a gas giant" may be the very fact; only "not Mars" denies Mars.
  const isDenied = isStatus ? isNegatedAt : isDeniedBefore;
  const denied = places.filter(({ start, end }) => isDenied(text, start, end));
  if (denied.length === places.length) return flaw;
  const beginsPlainly = /^[^\p{L}\p{N}]*$/u.test(text.slice(0, first.start)) && !denied.includes(first);
  return isStatus && denied.length > 0 && !beginsPlainly ? flaw : undefined;
}

function placesOf({ text, expect }: AnswerInContext): readonly Place[] {
  const searched = text.slice(0, SEARCHED_CHARS);
  if (expect.contains !== undefined) return literalPlaces(searched, expect.contains);
  return expect.pattern === undefined ? [] : patternPlaces(searched, expect.pattern);
}

function literalPlaces(text: string, value: string): readonly Place[] {
  const places: Place[] = [];
  let start = text.indexOf(value);
  while (start >= 0 && places.length < MAX_PLACES && value !== "") {
    places.push({ start, end: start + value.length });
    start = text.indexOf(value, start + value.length);
  }
  return places;
}

function patternPlaces(text: string, source: string): readonly Place[] {
  const pattern = compilePattern(source);
  if (!(pattern instanceof RE2JS)) return [];
  const matcher = pattern.matcher(text);
  const places: Place[] = [];
  while (places.length < MAX_PLACES && matcher.find())
    places.push({ start: matcher.start(), end: matcher.end() });
  return places.filter(({ start, end }) => end > start);
}

/** Whether the prompt tells the model to say this very value. */
function isInstructed(value: string, prompt: string): boolean {
  const at = foldPrompt(prompt).indexOf(foldPrompt(value.trim()));
  return (
    at >= 0 && value.trim() !== "" && INSTRUCTION.test(foldPrompt(prompt).slice(Math.max(0, at - 80), at))
  );
}

/** Whether the value occurs nowhere but inside the prompt's own text, repeated in the answer. */
function isOnlyRepeated({ text, prompt, expect }: AnswerInContext, places: readonly Place[]): boolean {
  const value = expect.contains;
  if (value === undefined || !prompt.includes(value) || wordsOf(prompt).length < 4) return false;
  const quoted = text.indexOf(prompt.trim().replace(/[.!?。？！]+$/, ""));
  if (quoted < 0) return false;
  return places.every(({ start, end }) => start >= quoted && end <= quoted + prompt.length);
}
