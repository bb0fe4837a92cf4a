/** A word's edge in any script: JavaScript's own \b knows the letters of ASCII only. */
const EDGE = "(?:(?<![\\p{L}\\p{N}])(?=[\\p{L}\\p{N}])|(?<=[\\p{L}\\p{N}])(?![\\p{L}\\p{N}]))";

/** Makes \b mean the edge of a word of any script, and ignores case by Unicode's rules. */
export function worded(phrase: RegExp): RegExp {
  return new RegExp(phrase.source.replaceAll("\\b", EDGE), "iu");
}
