const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bwon't\b/g, "will not"],
  [/\bcan't\b|\bcannot\b/g, "can not"],
  [/n't\b/g, " not"],
  [/'re\b/g, " are"],
  [/'m\b/g, " am"],
  [/'ll\b/g, " will"],
  [/'ve\b/g, " have"],
  [/\b(it|that|what|there|here)'s\b/g, "$1 is"],
];

/** Scripts that are written without spaces: each of their letters counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*|\p{Extended_Pictographic}/gu;

/** Cuts a text into comparable words: lower case, contractions spelled out, punctuation and markup gone. */
export function wordsOf(text: string): readonly string[] {
  const folded = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u02BC`\u00B4]/g, "'");
  const spelled = CONTRACTIONS.reduce((kept, [short, long]) => kept.replace(short, long), folded);
  return spelled.match(WORD) ?? [];
}
