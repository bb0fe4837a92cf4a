import { createHash } from "node:crypto";
import { excerpt } from "./excerpt.ts";
import { materialOf } from "./material.ts";
import { type RoleKind, roleOf } from "./role.ts";
import { keywordsOf, subjectOf } from "./subject.ts";
import { wantedWord } from "./wanted-word.ts";

/** A prompt as the stand-in reads it. */
export type Question = { readonly system: string; readonly prompt: string };

type Phrase = (subject: string, first: string, second: string) => string;

/** What each kind of work sounds like; the prompt decides which of its phrases is used. */
const PHRASES: Readonly<Record<RoleKind, readonly [Phrase, Phrase]>> = {
  research: [
    (subject, first, second) =>
      `Notes on ${subject}: begin with ${first}, go on to ${second}; neither is certain.`,
    (subject, first, second) =>
      `Notes on ${subject}: ${first} lies at the root, ${second} not far off; dates are open.`,
  ],
  critique: [
    (subject, first, second) =>
      `On ${subject}: a source for ${first} is missing, and so is the step from it to ${second}.`,
    (subject, first, second) =>
      `On ${subject}: nobody says how ${first} and ${second} belong together, nor since when.`,
  ],
  write: [
    (subject, first, second) =>
      `To speak of ${subject} is to speak of ${first} first, and then of ${second}.`,
    (subject, first, second) =>
      `On ${subject} there is more than meets the eye: ${first} to begin with, then ${second}.`,
  ],
  speak: [
    (subject, first, second) =>
      `In short, on ${subject}: hold on to ${first} and ${second}, as firmly as the notes allow.`,
    (subject, first, second) =>
      `What there is to say on ${subject}: ${first}, and ${second}. The rest is open.`,
  ],
  other: [
    (subject, first, second) => `On ${subject}: ${first} matters most, then ${second}.`,
    (subject, first, second) => `On ${subject}: look at ${first} before you look at ${second}.`,
  ],
};

/** Most characters that are looked at: as much as a step's prompt can hold of earlier outputs. */
const MAX_READ_CHARS = 262_144;
const MAX_ASKED_CHARS = 80;

/**
 * Answers a prompt from its own words: a sentence for the role, what was asked, and a quotation of each thing
 * handed over. Deterministic, and always under a thousand characters, so that answers about answers don't grow.
 */
export function composeAnswer({ system, prompt }: Question): string {
  const word = wantedWord(prompt);
  if (word !== undefined) return word;
  const [assignment = "", ...paragraphs] = prompt
    .slice(0, MAX_READ_CHARS)
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
  const role = roleOf(system);
  const subject = subjectOf(assignment);
  const [first, second] = keywordsOf(subject, assignment);
  const phrase = PHRASES[role.kind][isOdd(prompt) ? 1 : 0];
  const sentence = phrase(subject, `“${first}”`, `“${second}”`);
  const asked = `- asked: “${excerpt(assignment, MAX_ASKED_CHARS)}”`;
  const given = materialOf(paragraphs).map(({ from, quote }) => `- from the ${from}: “${quote}”`);
  return [`[${role.name}] ${sentence}`, asked, ...given].join("\n");
}

/** Deterministic like all of it, but not to be guessed from the prompt. */
function isOdd(text: string): boolean {
  return createHash("sha256").update(text).digest().readUInt8(0) % 2 === 1;
}
