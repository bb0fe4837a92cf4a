/** Letters and digits of the scripts that put spaces between words, in lower case where the script has case. */
const LETTER = "a-z0-9\\u00DF-\\u024F\\u0370-\\u052F\\u0590-\\u0DFF\\u0E00-\\u0E7F\\u1E00-\\u1EFF";
/** A word's edge in any of them: JavaScript's own \b knows the letters of ASCII only. */
const EDGE = `(?:(?<![${LETTER}])(?=[${LETTER}])|(?<=[${LETTER}])(?![${LETTER}]))`;

/**
 * Makes \b mean the edge of a word of any script. The phrase is for text in lower case: with the flag for case,
 * compiling a hundred of them would take half a second, at the first check of an agent.
 */
export function worded(phrase: RegExp): RegExp {
  return new RegExp(phrase.source.replaceAll("\\b", EDGE), "u");
}
