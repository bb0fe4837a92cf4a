import { jsonValue } from "../text/json-value.ts";
import { type HealthFlaw, HealthReason } from "../verdict.ts";
import type { AnswerInContext } from "./answer-in-context.ts";

/** Fields that a template engine should have filled: Go, Jinja, Mustache, ERB, shells, Python and printf. */
const UNFILLED: readonly RegExp[] = [
  /\{\{[-~#/^>&!]{0,2}\s{0,5}[\p{L}_$.][\p{L}\p{N}\w.$[\]'"()|:,\s/-]{0,80}[-~]?\}\}/u,
  /\{\{\s{0,10}\}\}/,
  /\{%[-+]?\s{0,5}\w[^%\n]{0,100}%\}/,
  /<%[=-]?\s{0,5}\w[^%\n]{0,100}%>/,
  /\$\{[A-Za-z_][\w.]{0,60}\}/,
  /(?<![\w\\/}$#^{"'])\{[A-Za-z_][A-Za-z0-9_.]{1,40}\}(?![\w/{}"'])/,
  /%\([A-Za-z_]\w{0,40}\)[sdr]/,
  /(?<![\d%\w])%[sd](?![\w%])/,
  /\{\{\s{0,3}[\w.]{1,40}\s{0,3}\}(?!\})/,
  /#\{[A-Za-z_][\w.]{0,40}\}/,
  /(?<=\s)\{\d\}(?=[\s,.!?]|$)/,
  /(?<=\s)\$[a-z_]{3,30}(?=[\s,.!?]|$)/,
  /@@[A-Z_]{2,30}@@/,
  /(?<![\w$])\$\([A-Za-z_][\w.]{0,40}\)/,
];
/** A place that a person or a model was to fill in; letters and drafts may leave such places on purpose. */
const BRACKETED =
  /\[(?:your|insert|enter|add|user(?:'?s)?|customer(?:'?s)?|name|first|last|company|recipient|client|response|answer|placeholder|text|topic)\b[^\]\n]{0,40}\](?!\()|<(?:[A-Z]{2,20}_[A-Z_]{2,20}|your[_ -][\w -]{1,30}|insert[^<>\n]{0,30}|user_?name|placeholder)>/i;
const DRAFT =
  /letter|mail|draft|message|form\b|note|invitation|contract|brief|lettre|carta|nachricht|example/i;
const UNDEFINED_NAME =
  /^(?:hello|hi|hey|dear|welcome|hallo|bonjour|hola)[ ,]+(?:back[ ,]+)?(?:undefined|null|none|nan|nil|\[object \w+\])\b/i;
const STRINGIFIED = /\[object (?:Object|Array|Promise|Undefined|Null)\]/;
const PLACEHOLDER = /^<[^<>\n]{1,40}>$/;
const LONGEST_PROSE = 65_536;

/** Says that the answer holds fields that were never filled in, its own or those of the prompt's example. */
export function answerLeaksATemplate(answer: AnswerInContext): HealthFlaw | undefined {
  const { request, prompt } = answer;
  const prose = answer.prose.slice(0, LONGEST_PROSE);
  const isLeak =
    (!request.template && !request.code && UNFILLED.some((field) => field.test(prose))) ||
    (!request.template && !request.code && !DRAFT.test(prompt) && BRACKETED.test(prose)) ||
    (!request.code && UNDEFINED_NAME.test(prose)) ||
    (!request.code && !/object/i.test(prompt) && STRINGIFIED.test(prose)) ||
    keepsPlaceholder(answer);
  return isLeak
    ? {
        reason: HealthReason.templateLeaked,
        detail: "The answer holds template fields that were never filled in.",
      }
    : undefined;
}

/** `{"version":"<n>"}` to a prompt that shows `<n>` as the place for a value. */
function keepsPlaceholder({ text, prompt }: AnswerInContext): boolean {
  const value = jsonValue(text);
  if (value === undefined || /placeholder|template|example|schema/i.test(prompt)) return false;
  return Object.values(value).some(
    (field) => typeof field === "string" && PLACEHOLDER.test(field) && prompt.includes(field),
  );
}
