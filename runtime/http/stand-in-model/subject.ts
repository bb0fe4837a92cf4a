import { excerpt } from "./excerpt.ts";

const MAX_SUBJECT_CHARS = 60;
const MAX_KEYWORD_CHARS = 24;
/** Words that say nothing about a subject, for short texts in English. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  (
    "about above after all also and any are because been being but can collect could did does each ever every " +
    "for from give had has have her here him his how into its just know knowing known least less let like list " +
    "made make many may more most much must name not now off one only other our out over please say sentence " +
    "sentences shall should some such tell ten than that the their them then there these they this those three " +
    "three two under use very was were what when where which while who whom whose why will with worth would " +
    "write you your"
  ).split(" "),
);

/** What an assignment is about: what follows "about" or a colon, what is in quotation marks, or its beginning. */
export function subjectOf(assignment: string): string {
  const line = excerpt(assignment.split("\n", 1)[0] ?? "", 400);
  const named =
    /\b(?:about|regarding|concerning|on the topic of) (.+?)(?:[.:;!?]|, | from | in the | and how |$)/i.exec(
      line,
    )?.[1] ??
    /‘([^’]+)’|"([^"]+)"/.exec(line)?.slice(1).find(Boolean) ??
    /: (.+?)(?:[.;!?]|$)/.exec(line)?.[1] ??
    line.replace(/[.:;!?]+$/, "");
  return excerpt(named, MAX_SUBJECT_CHARS) || "nothing in particular";
}

/** Two words that carry a text, in their order; the text itself where it has none. */
export function keywordsOf(...texts: readonly string[]): readonly [string, string] {
  const words = texts
    .flatMap((text) => text.slice(0, 2_000).match(/[\p{L}\p{N}][\p{L}\p{N}’'-]{2,}/gu) ?? [])
    .filter((word) => !EMPTY_WORDS.has(word.toLowerCase()));
  const different = [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
  const [first = texts[0] ?? "", second = "the rest of the question"] = different;
  return [excerpt(first, MAX_KEYWORD_CHARS), excerpt(second, MAX_KEYWORD_CHARS)];
}
