import { askedForRefusal } from "../request/asked-for-refusal.ts";
import { wordsOf } from "../text/words-of.ts";
import { type HealthFlaw, HealthReason } from "../verdict.ts";
import type { AnswerInContext } from "./answer-in-context.ts";
import { longestCommonSubsequence } from "./longest-common-subsequence.ts";

/** From this length on a prompt is recognised inside more text; a shorter one occurs by chance. */
const FEWEST_WORDS = 4;
/** Comparing word by word is quadratic, so it stops here: 300 × 400 steps. */
const MAX_COMPARED = 300;
const SHARE_OF_NEAR_ECHO = 0.8;

const GREETING = new Set(
  "hello hi hey hallo hola bonjour ciao olá oi salut moin servus привет 你 好 こ ん に ち は".split(" "),
);
/** Labels that a transcript puts before or after a turn. */
const LABEL = new Set(
  "user human assistant ai bot system prompt question answer response reply q a role content input output message".split(
    " ",
  ),
);
/** Words by which an answer takes its own stand; a near echo has none of them unless the prompt does. */
const STAND = new Set("i yes no ich ja nein je oui non yo sí eu sim não io sì я да нет 我 はい".split(" "));
/** Verbs that a prompt may begin with: an answer that begins so and goes no further than the prompt repeats it. */
const IMPERATIVE = new Set(
  "reply answer respond say write return give list name translate summarize describe explain tell state output print greet introduce show convert encode classify complete provide create generate make compute calculate confirm antworte sag schreib nenne gib réponds dis écris donne présente responde di escribe dime".split(
    " ",
  ),
);
const TURNED = new Map([
  ["i", "you"],
  ["my", "your"],
  ["am", "are"],
  ["me", "you"],
]);
const INJECTION =
  /^(?:please )?(?:ignore|disregard|forget|override) (?:all |any |every |the |your |my |these |those )*(?:previous|prior|above|earlier|preceding|other|system|existing)\b.{0,20}\b(?:instructions?|prompts?|rules|messages?|directions|context)/i;
const PERSONA =
  /^#{0,4} ?(?:(?:system|prompt|system prompt|instructions?)\s*[:\n]\s*)?you are (?:[A-Z]\w{1,20}, )?(?:an?|the)\b[^.\n]{0,80}\b(?:assistant|agent|ai|chat ?bot|language model|bot|model|expert|helper)\b/i;

const flaw: HealthFlaw = {
  reason: HealthReason.promptEchoed,
  detail: "The answer repeats the prompt or an instruction instead of answering.",
};

/** Says that the answer is the prompt again: whole, nearly whole, quoted, its beginning, or other instructions. */
export function answerIsAnEcho(answer: AnswerInContext): HealthFlaw | undefined {
  const words = spelled(
    answer.text.slice(0, answer.prompt.length * 4 + answer.systemPrompt.length * 4 + 8_000),
  );
  const isEcho =
    echoes(words, answer.prompt) ||
    (spelled(answer.systemPrompt).length >= FEWEST_WORDS && echoes(words, answer.systemPrompt)) ||
    (!answer.request.persona && isInstruction(answer));
  return isEcho ? flaw : undefined;
}

/** British and American spelling are the same words. */
function spelled(text: string): readonly string[] {
  return wordsOf(text).map((word) =>
    word.replace(/is(e[ds]?|ing|ation)$/, "iz$1").replace(/our(s|ed|ing)?$/, "or$1"),
  );
}

function isInstruction({ plain, prompt }: AnswerInContext): boolean {
  return INJECTION.test(plain) || (PERSONA.test(plain) && askedForRefusal(prompt) !== "refusal");
}

function echoes(words: readonly string[], prompt: string): boolean {
  const asked = spelled(prompt);
  if (asked.length === 0 || words.length === 0) return false;
  if (words.join(" ") === asked.join(" ")) return !isFairAnswer(words, prompt);
  return [words, spokenBack(words, asked)].some(
    (said) =>
      isBeginningOf(said, asked) ||
      endsWithPrompt(said, asked) ||
      isNearly(said, asked) ||
      goesOnAsking(said, asked) ||
      asksAgain(said, asked),
  );
}

/** A greeting answers a greeting, and "Ready." answers "Ready?". */
function isFairAnswer(words: readonly string[], prompt: string): boolean {
  return words.every((word) => GREETING.has(word)) || (words.length <= 2 && /[?？]\s*$/.test(prompt));
}

/** "Say what I do" to "Say what you do": an instruction turned round is the instruction still. */
function spokenBack(words: readonly string[], asked: readonly string[]): readonly string[] {
  return IMPERATIVE.has(asked[0] ?? "") ? words.map((word) => TURNED.get(word) ?? word) : words;
}

/** The prompt two times and more. */
function asksAgain(words: readonly string[], asked: readonly string[]): boolean {
  const isWhole = asked.length >= 2 && words.length >= 2 * asked.length && words.length % asked.length === 0;
  return isWhole && words.every((word, index) => word === asked[index % asked.length]);
}

/** The prompt and then another one like it: a model that continues a list of prompts. */
function goesOnAsking(words: readonly string[], asked: readonly string[]): boolean {
  if (asked.length < FEWEST_WORDS || words.slice(0, asked.length).join(" ") !== asked.join(" ")) return false;
  const rest = words.slice(asked.length);
  return rest.length >= 2 && rest[0] === asked[0] && rest[1] === asked[1];
}

/** "Reply OK" to "Reply OK if you are ready": an instruction that stops half-way. */
function isBeginningOf(words: readonly string[], asked: readonly string[]): boolean {
  const [verb = ""] = words;
  return words.length >= 2 && IMPERATIVE.has(verb) && words.every((word, index) => word === asked[index]);
}

/** The prompt at the end of the answer, with nothing but labels behind it: a recited context or transcript. */
function endsWithPrompt(words: readonly string[], asked: readonly string[]): boolean {
  if (asked.length < FEWEST_WORDS) return false;
  let end = words.length;
  while (end > 0 && LABEL.has(words[end - 1] ?? "")) end--;
  return [words.slice(0, end), words].some((body) => body.slice(-asked.length).join(" ") === asked.join(" "));
}

function isNearly(words: readonly string[], asked: readonly string[]): boolean {
  const answer = words.filter((word) => !LABEL.has(word) || asked.includes(word));
  if (asked.length < FEWEST_WORDS || answer.length < FEWEST_WORDS) return false;
  if (answer.length > asked.length * 1.3 + 2 || answer.length < asked.length * SHARE_OF_NEAR_ECHO)
    return false;
  if (answer.some((word) => STAND.has(word) && !asked.includes(word))) return false;
  if (!hasItsEnds(answer, asked)) return false;
  const compared = asked.slice(0, MAX_COMPARED);
  const shared = longestCommonSubsequence(compared, answer.slice(0, MAX_COMPARED + 100));
  return (
    shared >= compared.length * SHARE_OF_NEAR_ECHO && shared >= Math.min(answer.length, MAX_COMPARED) * 0.75
  );
}

/**
 * Both ends of the prompt, or its verb with the next word: text that the prompt asked to repeat stands between the
 * prompt's own words.
 */
function hasItsEnds(answer: readonly string[], asked: readonly string[]): boolean {
  const [verb = "", next = ""] = asked;
  if (IMPERATIVE.has(verb) && answer[0] === verb && answer[1] === next) return true;
  return answer.slice(0, 4).includes(verb) && answer.slice(-4).includes(asked.at(-1) ?? "");
}
