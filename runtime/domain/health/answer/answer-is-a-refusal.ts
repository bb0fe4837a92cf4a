import { askedForRefusal } from "../request/asked-for-refusal.ts";
import { plainText, sentencesOf } from "../text/plain-text.ts";
import { wordsOf } from "../text/words-of.ts";
import { type HealthFlaw, HealthReason } from "../verdict.ts";
import type { AnswerInContext } from "./answer-in-context.ts";
import { FOREIGN_REFUSALS } from "./foreign-refusals.ts";
import {
  AI_BOILERPLATE,
  APOLOGY,
  BARE_INABILITY,
  GENERIC_DEED,
  IGNORANCE,
  INABILITY,
  POLICY,
  STRICT_DEED,
  WILL,
} from "./refusal-phrases.ts";

/** A refusal says so at once; what comes later describes something. */
const SENTENCES_READ = 3;

const generic = new RegExp(`(?:${INABILITY}|${BARE_INABILITY})${GENERIC_DEED}`, "i");
const strict = new RegExp(`(?:${INABILITY}|${BARE_INABILITY})${STRICT_DEED}`, "i");
const inability = new RegExp(`${INABILITY}(?! wait\\b)`, "i");
const apologetic = new RegExp(
  `^.{0,30}\\b${APOLOGY}\\b.{0,80}?(?:${INABILITY}|unable to|${IGNORANCE})(?! wait\\b)`,
  "i",
);
const boilerplate = new RegExp(
  `${AI_BOILERPLATE}[^.!?]{0,120}(?:${INABILITY}|\\b(?:i )?(?:can'?t|cannot|can not|unable to|not able to)\\b|\\bi (?:don'?t|do not|lack)\\b[^.!?]{0,20}(?:have|the|any)? ?(?:access|the ability|the capability|information|the capacity|knowledge))`,
  "i",
);
const reportedElsewhere =
  /(?:^|[\s,;])(?:wenn|falls|sobald|si|quand|lorsque|cuando|se|quando|als (?:ik|je|u|het|een)|wanneer|если|когда|jeśli|gdy|om|när|hvis|når)\s[^.!?]{0,60}$|(?:如果|若|当|當|もし|場合|ときは|경우|면 )/iu;
/** An inability inside a condition, a quotation or reported speech is described, not meant. */
const reported =
  /\b(?:if|when|whenever|unless|until|once|whether|says?|said|saying|tells?|told|replies|reply that|answers? that|never|(?:things?|what|which|tasks?|everything|all|anything) (?:that )?(?:i|we))\b[^.!?]{0,80}$|["«“]/i;
const contrast = /\b(?:but|however|instead|though|although|yet|; i|only)\b/i;

/** Inability alone: "I will not rest" is a promise. */
const unable = new RegExp(`(?!${WILL})(?:${INABILITY})(?! wait\\b)`, "i");
const apologyAlone = new RegExp(`^.{0,20}\\b${APOLOGY}\\b.{0,30}$`, "i");
/** "…, so I ask for a screenshot": the inability is the reason for something that the answer does say. */
const continues = /[,;:–—]|\b(?:so|and|because of that|which is why|without)\b/i;
const offer =
  /^(?:please|is there|let me know|feel free|if you|would you|can i|could you|how (?:else )?(?:can|may)|what else|i(?:'m| am)? (?:sorry|apologi[sz]e|hope)|sorry|thank|you (?:can|may|could)|try|contact)|\b(?:can'?t|cannot|unable|not able|won'?t)\b/i;
/** What may stand before an inability that is all there is. */
const OPENING =
  /^(?:sorry|i'?m|apolog|my apolog|unfortunately|regret|sadly|as an?\b|for (?:\w+ ){1,3}reasons?|due to|because of|at (?:this|the)|currently|no\b|nope|well|hmm|oh\b|thank|i (?:understand|appreciate)|but|however|that\b)/i;
const LONGEST_OPENER = 40;
/** A statement of its own before the inability: "I answer questions; I can't change orders". */
const SPEAKS_BEFORE = /(?:^|[^\p{L}])(?:I|we) (?!am |regret|apolog|understand|appreciate|hear)/iu;

/** Words of a prompt that name nothing, so that sharing them proves nothing. */
const EMPTY_WORDS = new Set(
  "about after answer anything every exactly from have just like make more much name nothing once only please reply respond say short some something that their them then there these they thing things this what when where which while will with word words would write your yourself sentence single number sentence line".split(
    " ",
  ),
);

/**
 * Says that the answer refuses the prompt. A refusal is an inability in the first person joined to helping or
 * answering in general, to an apology, to "as an AI", to a policy, or to what the prompt asked for. Stating a
 * particular limit is no refusal, nor is inability that the prompt asked to hear about.
 */
export function answerIsARefusal(answer: AnswerInContext): HealthFlaw | undefined {
  const asked = askedForRefusal(answer.prompt);
  if (asked === "refusal" || quotesARefusal(answer)) return undefined;
  const isRefused =
    asked === "limits"
      ? opening(answer.sentences).some((sentence) => strict.test(sentence) && isMeant(sentence, strict))
      : refuses(answer.sentences) || deniesWhatWasAsked(answer) || saysNothingElse(answer);
  return isRefused
    ? { reason: HealthReason.refused, detail: "The answer refuses what the prompt asked for." }
    : undefined;
}

function opening(sentences: readonly string[]): readonly string[] {
  return sentences.slice(0, SENTENCES_READ);
}

function refuses(sentences: readonly string[]): boolean {
  return opening(sentences).some(
    (sentence, index) =>
      (generic.test(sentence) && isMeant(sentence, generic)) ||
      (index < 2 && apologetic.test(sentence) && !contrast.test(afterInability(sentence))) ||
      (boilerplate.test(sentence) && !contrast.test(afterInability(sentence))) ||
      POLICY.some((phrase) => phrase.test(sentence) && isMeant(sentence, phrase)) ||
      refusesInAnotherLanguage(sentence.toLowerCase()),
  );
}

function refusesInAnotherLanguage(sentence: string): boolean {
  return FOREIGN_REFUSALS.some((phrase) => phrase.test(sentence) && isMeant(sentence, phrase));
}

/** Whether what comes before the phrase leaves it a statement of the answer's own. */
function isMeant(sentence: string, phrase: RegExp): boolean {
  const before = sentence.slice(0, phrase.exec(sentence)?.index ?? 0);
  return before.length <= 120 && !reported.test(before) && !reportedElsewhere.test(before);
}

function afterInability(sentence: string): string {
  const found = inability.exec(sentence);
  return found ? sentence.slice(found.index + found[0].length) : "";
}

/** "I can't list SQL keywords" to "List three SQL keywords": the inability names what the prompt asked for. */
function deniesWhatWasAsked({ sentences, prompt }: AnswerInContext): boolean {
  const first = sentences[0] ?? "";
  const denied = afterInability(first);
  if (
    denied === "" ||
    SPEAKS_BEFORE.test(first.slice(0, inability.exec(first)?.index)) ||
    contrast.test(denied) ||
    !isMeant(first, inability)
  )
    return false;
  const asked = new Set(namingWords(prompt));
  return namingWords(denied).some((word) => asked.has(word));
}

/** One or two sentences that state an inability, whatever it is, and offer nothing in its place. */
function saysNothingElse({ sentences }: AnswerInContext): boolean {
  const [first = "", ...others] = sentences.filter((sentence) => !apologyAlone.test(sentence));
  const found = unable.exec(first);
  if (found === null || found.index > LONGEST_OPENER || !isMeant(first, unable)) return false;
  const before = first.slice(0, found.index);
  if (SPEAKS_BEFORE.test(before) || (before !== "" && !OPENING.test(before))) return false;
  const denied = first.slice(found.index + found[0].length);
  const goesOn = contrast.test(denied) || continues.test(denied);
  return !goesOn && others.length <= 2 && others.every((other) => offer.test(other));
}

function namingWords(text: string): readonly string[] {
  return wordsOf(text.slice(0, 2_000))
    .filter((word) => (word.length > 3 || /[^\p{Script=Latin}\d]/u.test(word)) && !EMPTY_WORDS.has(word))
    .map((word) => word.slice(0, 5));
}

/** Translating or repeating a refusal is not refusing: the prompt or the expectation holds one itself. */
function quotesARefusal({ prompt, expect }: AnswerInContext): boolean {
  return [prompt, expect.equals, expect.contains].some(
    (given) => given !== undefined && holdsARefusal(given),
  );
}

function holdsARefusal(text: string): boolean {
  const plain = plainText(text);
  const quoted = (plain.match(/["「『:][^"「『]{1,400}/g) ?? []).map((piece) => piece.slice(1).trim());
  return [...sentencesOf(plain), ...quoted].some((piece) =>
    [generic, apologetic, ...FOREIGN_REFUSALS].some((phrase) => phrase.test(piece.toLowerCase())),
  );
}
