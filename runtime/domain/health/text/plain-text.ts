/** How much of an answer the sentence rules read: an error or a refusal says so at its beginning. */
const HEAD_CHARS = 4_000;
const MAX_SENTENCE_CHARS = 400;

/**
 * Brings the beginning of a text into the one form that phrases are compared with: compatibility characters folded
 * (full-width letters and punctuation), one kind of apostrophe and quote, no emphasis marks, single spaces.
 */
export function plainText(text: string): string {
  return text
    .slice(0, HEAD_CHARS)
    .normalize("NFKC")
    .replace(/[\u2018\u2019\u02BC\u00B4`\u02B9\u2032]/g, "'")
    .replace(/[\u201C\u201D\u201E\u00AB\u00BB]/g, '"')
    .replace(/\u00AD|[\u200B-\u200F\u2060\uFEFF]/g, "")
    .replace(/[*~]{1,3}|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu, "")
    .replace(/[^\S\n]+/g, " ")
    .trim();
}

/** Cuts plain text into its sentences and lines, each without its closing mark and bounded in length. */
export function sentencesOf(plain: string): readonly string[] {
  return plain
    .split(/(?<=[.!?…])["')\]]*\s+|(?<=[。！？])|\n+/)
    .map((sentence) =>
      sentence
        .slice(0, MAX_SENTENCE_CHARS)
        .replace(/^[\s>#"'([-]+/, "")
        .replace(/[.!。！…]{0,20}["')\]]{0,5}\s*$/, ""),
    )
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Takes code out of a text: fenced blocks and inline code. A text that is nothing but code keeps what is inside. */
export function proseOf(text: string): string {
  const prose = text.replace(/```[\s\S]*?(?:```|$)/g, "\n").replace(/`[^`\n]{1,400}`/g, " ");
  return /[\p{L}\p{N}]/u.test(prose) ? prose : text;
}
