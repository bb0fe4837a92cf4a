import { BLANK_CLASS, trimInvisible } from "./text/invisible.ts";
import { safeExcerpt } from "./text/safe-excerpt.ts";
import { type HealthFlaw, HealthReason } from "./verdict.ts";

/** Longest answer that can still be the word with its wrapping: beyond it nothing has to be peeled. */
const MAX_WRAPPED_LENGTH = 512;
const MAX_WRAPPINGS = 6;

/** Pairs that may stand around the word: quotes of the world's scripts, emphasis, inline code. */
const PAIRS: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ["'", "'"],
  ["“", "”"],
  ["„", "“"],
  ["„", "”"],
  ["”", "”"],
  ["‘", "’"],
  ["‚", "‘"],
  ["‚", "’"],
  ["’", "’"],
  ["«", "»"],
  ["»", "«"],
  ["‹", "›"],
  ["›", "‹"],
  ["「", "」"],
  ["『", "』"],
  ["《", "》"],
  ["〈", "〉"],
  ["＂", "＂"],
  ["**", "**"],
  ["__", "__"],
  ["*", "*"],
  ["_", "_"],
  ["``", "``"],
  ["`", "`"],
];

/** A fence may carry an info string, but only one that says "this is text": any other is a further word. */
const FENCE = new RegExp(
  `^(\`{3,8}|~{3,8})(?:text|txt|plain|plaintext|plain-text|markdown|md)?[ \\t]*\\n([\\s\\S]*)\\n${BLANK_CLASS}*\\1$`,
  "i",
);
const INLINE_FENCE = /^```([^`\n]+)```$/;

/**
 * Says why a visible answer is not the one word of the built-in prompt. Around the word, in any case, there may be
 * white space, invisible characters, one closing mark and wrappings; anything further is a different answer.
 */
export function wordIsNotExact(visible: string): HealthFlaw | undefined {
  if (visible.length <= MAX_WRAPPED_LENGTH && isTheWord(visible)) return undefined;
  return {
    reason: HealthReason.wrongAnswer,
    detail: `The answer is not the one word HEALTHY: ${safeExcerpt(visible)}.`,
  };
}

function isTheWord(visible: string): boolean {
  let text = trimInvisible(visible);
  let mayClose = true;
  for (let peeled = 0; peeled <= MAX_WRAPPINGS * 2; peeled++) {
    // Upper and lower case of ASCII letters only: a look-alike of another script is another word.
    if (/^healthy$/i.test(text)) return true;
    const inner = unwrap(text);
    if (inner !== undefined) text = inner;
    else if (mayClose && /[.!。]$/.test(text)) {
      text = trimInvisible(text.slice(0, -1));
      mayClose = false;
    } else return false;
  }
  return false;
}

function unwrap(text: string): string | undefined {
  const fenced = FENCE.exec(text)?.[2] ?? INLINE_FENCE.exec(text)?.[1];
  if (fenced !== undefined) return trimInvisible(fenced);
  const pair = PAIRS.find(
    ([open, close]) =>
      text.length > open.length + close.length && text.startsWith(open) && text.endsWith(close),
  );
  return pair && trimInvisible(text.slice(pair[0].length, -pair[1].length));
}
