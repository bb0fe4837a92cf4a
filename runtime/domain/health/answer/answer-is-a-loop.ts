import { wordsOf } from "../text/words-of.ts";
import { type HealthFlaw, HealthReason } from "../verdict.ts";
import type { AnswerInContext } from "./answer-in-context.ts";
import { longestRepetitions, numbered, type Repetition } from "./repetition.ts";

/** The beginning and the end of an answer are read: a loop, once begun, does not end by itself. */
const SAMPLED_CHARS = 32_768;
const SAMPLED_WORDS = 8_000;
const LONGEST_WORD_PERIOD = 80;
const SAMPLED_LETTERS = 6_000;
const LONGEST_LETTER_PERIOD = 64;
/** Share of the answer that has to be repetition. */
const SHARE = 0.5;
/** Code, tables and lists repeat themselves by nature. */
const PATIENCE_WITH_FORM = 6;

const flaw: HealthFlaw = { reason: HealthReason.looped, detail: "The answer repeats itself over and over." };

/** Says that half of the answer or more is one word, phrase, line or group of letters again and again. */
export function answerIsALoop({ text, request }: AnswerInContext): HealthFlaw | undefined {
  const sample = sampled(text, SAMPLED_CHARS);
  const words = wordsOf(sample).slice(0, 2 * SAMPLED_WORDS);
  const patience = Math.max(1, hasForm(text, request.code) ? PATIENCE_WITH_FORM : 1, request.repeats / 10);
  const isLoop =
    repeatsWords(words, patience) ||
    countsThroughOneLine(sample, patience) ||
    stutters(words, patience) ||
    hasFewWords(words, patience) ||
    repeatsLetters(sample, patience);
  return isLoop ? flaw : undefined;
}

function sampled(text: string, size: number): string {
  return text.length <= 2 * size ? text : `${text.slice(0, size)}\n${text.slice(-size)}`;
}

function hasForm(text: string, isCode: boolean): boolean {
  return isCode || text.includes("```") || /^[ \t]*\|.*\|[ \t]*$/m.test(text.slice(0, 4_000));
}

function repeatsWords(words: readonly string[], patience: number): boolean {
  const repetitions = longestRepetitions(numbered(words), LONGEST_WORD_PERIOD);
  return repetitions.some(
    (found) => found.repeats >= fewestRepeats(found) * patience && found.length >= words.length * SHARE,
  );
}

/** The longer the unit, the fewer repeats it takes: nobody says a sentence three times over. */
function fewestRepeats({ period }: Repetition): number {
  if (period === 1) return 8;
  if (period === 2) return 5;
  return period <= 4 ? 4 : 3;
}

/** The same line with another number each time: "1. I can help. 2. I can help." */
function countsThroughOneLine(sample: string, patience: number): boolean {
  const lines = sample.split(/\n+|(?<=[.!?])\s+/).filter((line) => /\p{L}/u.test(line));
  const counts = new Map<string, number>();
  let most = 0;
  for (const line of lines) {
    const words = wordsOf(line.slice(0, 400)).filter((word) => !/^\p{N}+$/u.test(word));
    if (words.length < 3) continue;
    const key = words.join(" ");
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    most = Math.max(most, count);
  }
  return most >= 5 * patience && most >= lines.length * 0.6;
}

/** "I I can can help help": every word comes twice. */
function stutters(words: readonly string[], patience: number): boolean {
  if (words.length < 10 * patience) return false;
  const doubled = words.filter((word, index) => word === words[index - 1] && /\p{L}{2}|[a-zа-я]/u.test(word));
  return doubled.length >= words.length * 0.4;
}

/** A long text of a handful of words, in whatever order. */
function hasFewWords(words: readonly string[], patience: number): boolean {
  const named = words.filter((word) => /\p{L}/u.test(word));
  return named.length >= 120 * patience && new Set(named).size <= Math.max(8, named.length * 0.03);
}

/** "HAHAHA…", "aaaa…", "!!!!…": no word boundary between the units. Digits may repeat, as in 0.3333. */
function repeatsLetters(sample: string, patience: number): boolean {
  const letters = [...sampled(sample, SAMPLED_LETTERS / 2).replace(/\s+/g, "")];
  const isDigits = /^[\d.,]+$/.test(sample.trim());
  return longestRepetitions(numbered(letters), LONGEST_LETTER_PERIOD).some(({ period, repeats, length }) => {
    const fewest = (period === 1 ? 20 : 8) * (isDigits ? 4 : 1) * patience;
    return repeats >= fewest && length >= letters.length * SHARE && length >= 20;
  });
}
