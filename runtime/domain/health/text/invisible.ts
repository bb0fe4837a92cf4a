/**
 * Characters that show nothing: soft hyphen, joiners, zero-width spaces, directional marks and isolates,
 * variation selectors, byte order mark, and the letters that are drawn as a blank. Left out on purpose: the
 * bidirectional overrides (they change what a reader sees) and the tag characters (they can carry hidden text).
 */
const INVISIBLE =
  "\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202C" +
  "\\u2060-\\u2064\\u2066-\\u206F\\u2800\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0";

/** Class of regular-expression source for white space and invisible characters. */
export const BLANK_CLASS = `[\\s\\u0085${INVISIBLE}]`;

const blank = new RegExp(`^${BLANK_CLASS}$`);

/** Takes white space and invisible characters off both ends; what is inside stays. */
export function trimInvisible(text: string): string {
  let start = 0;
  let end = text.length;
  // Two indices, not a regular expression: /blank+$/ is quadratic on a long run of blanks before a letter.
  while (start < end && blank.test(text.charAt(start))) start++;
  while (end > start && blank.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
