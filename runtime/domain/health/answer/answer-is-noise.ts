import { mojibakeIn } from "../text/mojibake.ts";
import { wordsOf } from "../text/words-of.ts";
import { HealthReason } from "../verdict.ts";
import type { AnswerInContext, AnswerRule } from "./answer-in-context.ts";

const SAMPLED_CHARS = 16_384;
const NO_VALUE = /^["'`]*(?:null|undefined|nan|nil|\(null\)|<nil>|\[object \w+\]|void 0)["'`.]*$/i;
const NO_CONTENT = /^["'`]*(?:\{\s*\}|\[\s*\]|\(empty\))?["'`.]*$/;
const BROKEN = /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFFD\uFFFE\uFFFF\p{Co}\p{Cn}\p{Cs}]/gu;
const ENCODED =
  /^[A-Za-z0-9+/_-]+={1,2}$|^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9+/_-]{20,}$|^[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]+)?$|^(?:0x)?[0-9a-f]{24,}$/i;
const NUMERIC_PROMPT =
  /\d|number|count|digit|how (?:many|much)|calculat|comput|array|vector|\bhex|binary|sequence|prime|random|\byear|\bdate|\btime|price|matrix|coordinate|phone|\bport|version|code|fibonacci|series|zahl|nombre|número|numer|числ|数/i;
const ESCAPES = /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})|&#x?[0-9a-fA-F]{1,6};/g;

const SCRIPTS: readonly RegExp[] = [
  /\p{Script=Latin}{2}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}{2}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  /\p{Script=Hangul}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Tamil}|\p{Script=Telugu}/u,
  /\p{Script=Georgian}|\p{Script=Armenian}|\p{Script=Ethiopic}|\p{Script=Khmer}|\p{Script=Myanmar}/u,
];
const MIXED_WORD =
  /(?=\p{L}{0,40}\p{Script=Latin})(?=\p{L}{0,40}(?:\p{Script=Cyrillic}|\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Thai}|\p{Script=Devanagari}))\p{L}{3,40}/gu;

const shapes: readonly ((answer: AnswerInContext, sample: string) => boolean)[] = [
  isNothing,
  isBroken,
  isMisdecoded,
  isSymbols,
  isEncoded,
  isEscaped,
  isNumbers,
  mixesScripts,
  isUnpronounceable,
  (_, sample) => /^(?:lorem ipsum|asdf|qwerty|foo ?bar)\b/i.test(sample),
];

/** Says that the answer is no language: nothing, broken or misread characters, symbols, encoded bytes, salad. */
export const answerIsNoise: AnswerRule = (answer) => {
  const sample = answer.text.slice(0, SAMPLED_CHARS);
  return shapes.some((shape) => shape(answer, sample))
    ? { reason: HealthReason.noise, detail: "The answer is noise: nothing in it can be read as an answer." }
    : undefined;
};

/** An empty value of a programming language, or a pair of quotes with nothing between. */
function isNothing({ request }: AnswerInContext, sample: string): boolean {
  return (!request.noValue && NO_VALUE.test(sample)) || (!request.emptyValue && NO_CONTENT.test(sample));
}

/** Control characters, replacement characters, private and unassigned code points. */
function isBroken(_: AnswerInContext, sample: string): boolean {
  const broken = sample.match(BROKEN)?.length ?? 0;
  return broken >= 3 || broken > sample.length * 0.02;
}

function isMisdecoded({ request }: AnswerInContext, sample: string): boolean {
  if (request.mojibake) return false;
  const { pairs, longer } = mojibakeIn(sample);
  return longer > 0 || pairs >= 2 || /Ã[\u0080-\u00BA\u00BC-\u00BE]/.test(sample);
}

/** No letter, digit or pictograph at all, or hardly any among many different symbols. */
function isSymbols({ request, prose }: AnswerInContext, sample: string): boolean {
  if (request.symbols || request.code || request.markup) return false;
  const marks = [...prose.slice(0, SAMPLED_CHARS).replace(/\s/g, "")];
  const meaningful = sample.match(/[\p{L}\p{N}\p{Extended_Pictographic}]/gu)?.length ?? 0;
  if (meaningful === 0) return true;
  return marks.length >= 8 && meaningful < marks.length * 0.3 && new Set(marks).size >= 6;
}

/** One or more long runs of letters and digits that no word explains: base64 or hexadecimal. */
function isEncoded({ request, prompt }: AnswerInContext, sample: string): boolean {
  if (request.encoding || request.code) return false;
  const pieces = sample.split(/\s+/);
  const encoded = pieces.filter(
    (piece) => piece.length >= 8 && ENCODED.test(piece) && !prompt.includes(piece),
  );
  const length = encoded.reduce((total, piece) => total + piece.length, 0);
  return length >= sample.length * 0.6;
}

function isEscaped({ request }: AnswerInContext, sample: string): boolean {
  const escaped = (sample.match(ESCAPES) ?? []).reduce((total, piece) => total + piece.length, 0);
  return (
    !request.code && !request.encoding && !request.symbols && !request.json && escaped >= sample.length * 0.4
  );
}

/** Nothing but numbers, three and more, to a prompt that speaks of none: a vector, token ids, bytes. */
function isNumbers({ prompt }: AnswerInContext, sample: string): boolean {
  if (NUMERIC_PROMPT.test(prompt)) return false;
  const pieces = sample.split(/[\s,;[\]()]+/).filter((piece) => piece !== "");
  return pieces.length >= 3 && pieces.every((piece) => /^[+-]?\d[\d.e+-]*$|^[0-9a-f]{2}$/i.test(piece));
}

/** Words of four scripts and more in one answer, or of two scripts within one word, three times over. */
function mixesScripts({ request }: AnswerInContext, sample: string): boolean {
  if (request.languages) return false;
  const scripts = SCRIPTS.filter((script) => script.test(sample)).length;
  return scripts >= 4 || (sample.match(MIXED_WORD)?.length ?? 0) >= 3;
}

/** Latin words without a single vowel, most of them: random letters. Abbreviations are in capitals. */
function isUnpronounceable({ request, prose }: AnswerInContext): boolean {
  if (request.code || request.markup || request.encoding || request.symbols) return false;
  const words =
    prose.slice(0, SAMPLED_CHARS).match(/(?<![\p{L}\p{N}])[A-Za-z]?[a-z]{3,}(?![\p{L}\p{N}])/gu) ?? [];
  const odd = words.filter((word) => !/[aeiouy]/i.test(word) || /[bcdfghjklmnpqrstvwxz]{6}/i.test(word));
  return words.length >= 4 && odd.length >= words.length * 0.4 && wordsOf(prose.slice(0, 400)).length > 0;
}
