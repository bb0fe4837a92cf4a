import { unfenced } from "../text/json-value.ts";
import { type HealthFlaw, HealthReason } from "../verdict.ts";
import type { AnswerInContext } from "./answer-in-context.ts";

const TOKEN = /"(?:[^"\\]|\\[\s\S])*(?:"|$)|[{}[\]]/g;
const BEGINS_JSON = /^(?:\{\s*["}]|\[\s*[{["\d\]])/;

/** Says that the answer is JSON that ends inside a string, an object or a list, although the stop looks natural. */
export function answerIsCut({ text }: AnswerInContext): HealthFlaw | undefined {
  const source = text.startsWith("```") ? unfenced(text).replace(/^```[\w+-]{0,20}\s*\n/, "") : text;
  if (!BEGINS_JSON.test(source) || !endsInside(source)) return undefined;
  return { reason: HealthReason.cutShort, detail: "The answer is JSON that is cut off." };
}

function endsInside(source: string): boolean {
  let depth = 0;
  // Strings are taken whole, so that brackets inside them don't count; one without an end runs to the end.
  for (const [token] of source.matchAll(TOKEN)) {
    if (token.startsWith('"')) {
      if (token.length === 1 || !token.endsWith('"')) return true;
    } else depth += token === "{" || token === "[" ? 1 : -1;
    // What follows the first whole value is prose, where quotes and brackets need no partner.
    if (depth <= 0) return false;
  }
  return true;
}
