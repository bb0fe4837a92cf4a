import { sentencesOf } from "../text/plain-text.ts";
import { ADVICE, ERROR_SENTENCES, FOREIGN_ERROR_SENTENCES } from "./error-sentences.ts";
import { ERROR_HEADERS, EXPLAINS, TRACE_LINE } from "./error-shapes.ts";

const MAX_SENTENCES = 14;
const MAX_HEADER_CHARS = 300;
/** `error: none` is a field that reports no error. */
const HOLDS_NOTHING = /[:=]\s*["']?(?:none|null|no|0|false|ok|\[\]|\{\})["']?,?$/i;
const CHATTER =
  /^(?:(?:well|hmm+|oh|uh)\b[, ]*)?(?:this is (?:embarrassing|awkward)|hello|hi|hey|sorry(?: about that)?|apologies|dear user)[.!]*$/i;
const FOREIGN_NAME =
  /^(?:\p{L}+ ){0,2}\p{L}*(?:fehler|erreur|error|errore|erro|ошибка|помилка|błąd|fout|hata|fel|chyba|hiba|virhe|σφάλμα|خطأ|שגיאה)(?:$|[.!]| (?:intern[oae]?|du|del|do|de|di|dello|della|сервера|serwera|v|w|på)(?!\p{L}))|(?:错误|錯誤|エラー|障害|오류|에러|异常|異常)(?:[。.!！]|$)/iu;
const LATEST_START = 25;
const LATEST_START_WITHOUT_SPACES = 6;
const FOREIGN_EXPLAINS =
  /bedeutet|heißt|signifie|veut dire|significa|quiere decir|betekent|betyder|oznacza|znamená|означает|意味|という|表示|意思是|指的是|뜻|의미|يعني/iu;
/** "It looks like the server is down" states the same more softly. */
const HEDGE =
  /^(?:it (?:seems|looks|appears)(?: like| that| as if)?|(?:seems|looks) like|apparently,?|(?:i|we) seem to be|i(?: a|')m currently(?= (?:having|experiencing)))\s+/i;
/** An assistant that speaks of its own work: "I explain each of them". */
const SPEAKS = /^(?:i|my)\b(?!(?:'m| am)? (?:sorry|afraid|unable|not able|apolog))/i;
const OPENER =
  /^(?:(?:sorry|apologies|(?:i|we)(?:'m| am|'re| are)? (?:very |so )?(?:sorry|apologi[sz]e)|unfortunately|oh no|oops|hmm|well|uh[- ]?oh|hello|hi|notice|attention|es tut mir leid|désolée?|lo siento|desculpe|mi dispiace|извините|抱歉|申し訳ありません|죄송합니다)(?!\p{L})[^.!?,:;—–]{0,30}[,.:;!—–-]*\s*(?:but |that |aber |mais |pero |mas |ma |но )?)+/iu;

/**
 * Whether a plain text is an error and nothing else: it begins as a program's error or trace does, or its first
 * sentence reports a machine's failure and every other one goes with it. A text that explains an error isn't one.
 */
export function readsLikeAnError(plain: string): boolean {
  return beginsAsAnError(plain) || consistsOfErrors(sentencesOf(plain));
}

function beginsAsAnError(plain: string): boolean {
  const lines = plain.split("\n", 12).map((line) => line.trim().slice(0, MAX_HEADER_CHARS));
  const first = lines.find((line) => line !== "") ?? "";
  if (lines.filter((line) => TRACE_LINE.test(line)).length >= 2)
    return TRACE_LINE.test(lines[1] ?? "") || isHeader(first);
  return isHeader(first) || isErrorLog(lines.filter((line) => line !== "" && line !== "---"));
}

/** A log: every line has a label, and one of them is an error's. */
function isErrorLog(lines: readonly string[]): boolean {
  return lines.length > 1 && lines.every((line) => /^[\w.\- ]{1,40}[:=]/.test(line)) && lines.some(isHeader);
}

function isHeader(line: string): boolean {
  if (HOLDS_NOTHING.test(line)) return false;
  const header = ERROR_HEADERS.find((shape) => shape.test(line));
  return header !== undefined && !EXPLAINS.test(line.replace(header, "").slice(0, 40));
}

/**
 * Whether a plain text begins with a machine's failure and nobody speaks for themselves after it. Less is asked of
 * what follows than above, so this is for prompts that leave no room for a text about a failure.
 */
export function beginsLikeAnError(plain: string): boolean {
  const [first = "", ...others] = statedIn(sentencesOf(plain));
  return (
    isErrorSentence(first) &&
    others.length < MAX_SENTENCES &&
    !others.some((other) => SPEAKS.test(other) && !ADVICE.test(other))
  );
}

function consistsOfErrors(sentences: readonly string[]): boolean {
  const [first = "", ...others] = statedIn(sentences);
  return (
    isErrorSentence(first) &&
    others.length < MAX_SENTENCES &&
    others.every((other) => isErrorSentence(other) || ADVICE.test(other) || isNoise(other))
  );
}

/** "Well, this is embarrassing." before the error itself. */
function withoutChatter(sentences: readonly string[]): readonly string[] {
  const first = sentences.findIndex((sentence) => !CHATTER.test(sentence));
  return first <= 0 || first > 2 ? sentences : sentences.slice(first);
}

function statedIn(sentences: readonly string[]): readonly string[] {
  return withoutChatter(sentences)
    .slice(0, MAX_SENTENCES + 1)
    .map((sentence) => sentence.replace(OPENER, "").replace(HEDGE, ""))
    .filter((rest) => rest !== "");
}

function isErrorSentence(sentence: string): boolean {
  const phrase = ERROR_SENTENCES.find((error) => error.test(sentence));
  // Whoever says "I" after it speaks about failures: "Connection problems, slow pages: I collect them".
  const rest = phrase === undefined ? sentence : sentence.replace(phrase, "");
  if (phrase !== undefined)
    return !EXPLAINS.test(rest.slice(0, 30)) && !/(?:^|[^\p{L}])I (?!am sorry|apolog)/u.test(rest);
  return isHeader(sentence) || isForeignError(sentence) || isForeignName(sentence);
}

/** The failure is what the sentence is about, so it comes at once; "I warn you of timeouts" names it late. */
function isForeignError(sentence: string): boolean {
  const lower = sentence.toLowerCase();
  return FOREIGN_ERROR_SENTENCES.some((error) => {
    const found = error.exec(lower);
    return found !== null && found.index <= latestStart(found[0]) && !FOREIGN_EXPLAINS.test(sentence);
  });
}

/** "Interner Serverfehler", "Error interno del servidor": the bare name of an error. */
function isForeignName(sentence: string): boolean {
  return sentence.length <= 40 && sentence.split(" ").length <= 5 && FOREIGN_NAME.test(sentence);
}

function latestStart(phrase: string): number {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(phrase)
    ? LATEST_START_WITHOUT_SPACES
    : LATEST_START;
}

/** A line of numbers, identifiers or one word beside an error: a code, an address, a version. */
function isNoise(sentence: string): boolean {
  return sentence.split(" ").length <= 2 || /^[\w./:-]+$/.test(sentence);
}
