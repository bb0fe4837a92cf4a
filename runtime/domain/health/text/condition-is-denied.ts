import { foldPrompt } from "../request/prompt-request.ts";
import { wordsOf } from "./words-of.ts";

const CONDITION =
  /(?:^|[\s,])(?:if|when|once|as soon as|after|wenn|sobald|falls|si|quand|lorsque|dès que|cuando|se|quando|als|если|когда)\s([^.!?]{3,120})/u;
const NEGATORS = new Set("not never unable nicht noch pas jamais no non nunca não не niet".split(" "));
const FILLERS = new Set(
  "yet be been being all any fully the able to quite really currently at every my of noch ganz encore aún ainda ancora ещё".split(
    " ",
  ),
);
const EMPTY = new Set(
  "you your are is have has had all the a an and or this that it they them can will do does du ihr bist sind ist tu es vous êtes tous toutes les estás está todos todas las tus sei tutte tutti".split(
    " ",
  ),
);
const STEM = 4;

/**
 * Whether an answer denies the condition that its prompt set: "READY, but two sources could not be loaded" to
 * "Answer READY when all your sources are loaded".
 */
export function conditionIsDenied(text: string, prompt: string): boolean {
  const condition = CONDITION.exec(foldPrompt(prompt))?.[1];
  if (condition === undefined) return false;
  const stems = new Set(
    wordsOf(condition)
      .filter((word) => word.length >= STEM && !EMPTY.has(word))
      .map((word) => word.slice(0, STEM)),
  );
  const words = wordsOf(text);
  return words.some((word, at) => NEGATORS.has(word) && stems.has(nextOf(words, at + 1)));
}

/** The stem of the next word that says something. */
function nextOf(words: readonly string[], from: number): string {
  const next = words.slice(from, from + 4).find((word) => !FILLERS.has(word));
  return next?.slice(0, STEM) ?? "";
}
