import { MAX_LABEL_LENGTH } from "./qualified-name.ts";

/** Without vowels and look-alikes, as the API server's own generator. */
const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
const SUFFIX_LENGTH = 5;

/** Makes a name of `metadata.generateName` and five characters chosen by `fraction`, numbers in [0, 1). */
export function generatedName(base: string, fraction: () => number): string {
  let name = base.slice(0, MAX_LABEL_LENGTH - SUFFIX_LENGTH);
  for (let i = 0; i < SUFFIX_LENGTH; i++) name += ALPHABET[Math.floor(fraction() * ALPHABET.length)];
  return name;
}
