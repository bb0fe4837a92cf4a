import { BUILT_IN_PROMPT } from "../../domain/health/expectation.ts";

/** Longest prompt that can be a request for one word; anything longer is work. */
const MAX_PROMPT_CHARS = 500;
const VERB = "(?:reply|answer|respond|say)";
const FILLER = "(?:back|with|just|only|exactly|simply|the|one|single|a|word|words)";

const REQUEST = new RegExp(`\\b${VERB}(?:\\s+${FILLER}\\b)*`, "gi");
const BARE = new RegExp(`\\b${VERB}(?:\\s+${FILLER})*:?\\s+([A-Z][A-Z0-9_-]{1,39})\\b`);
const QUOTED = new RegExp(`\\b${VERB}(?:\\s+${FILLER})*:?\\s+["'“‘\`]([\\p{L}\\p{N}_-]{1,40})["'”’\`]`, "iu");

/**
 * The one word that a prompt asks for, if that is what it asks for: in capitals or in quotation marks, after
 * "reply", "answer", "respond" or "say". The built-in health check is such a prompt.
 */
export function wantedWord(prompt: string): string | undefined {
  if (prompt === BUILT_IN_PROMPT) return "HEALTHY";
  if (prompt.length > MAX_PROMPT_CHARS) return undefined;
  const loud = prompt.replace(REQUEST, (request) => request.toLowerCase());
  return BARE.exec(loud)?.[1] ?? QUOTED.exec(prompt)?.[1];
}
