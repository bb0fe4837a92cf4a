import { RE2JS } from "re2js";
import type { Expect } from "./expectation.ts";

/** Longest pattern that is compiled: with RE2's own limit on repetitions this bounds the automaton. */
export const MAX_PATTERN_LENGTH = 1_024;

/** Says what is wrong with an owner's expectation, with the path of the field; undefined when it can be used. */
export function expectIsInvalid(expect: Expect): string | undefined {
  const given = [expect.equals, expect.contains, expect.pattern].filter((value) => value !== undefined);
  if (given.length !== 1) return "expect needs exactly one of equals, contains and pattern";
  if (expect.pattern === undefined) return undefined;
  const pattern = compilePattern(expect.pattern);
  return pattern instanceof RE2JS
    ? undefined
    : `expect.pattern is not a valid RE2 expression: ${pattern.flaw}; RE2 has no lookaround and no backreferences`;
}

/** Compiles an RE2 pattern, which searches in linear time; gives the syntax flaw instead of throwing. */
export function compilePattern(source: string): RE2JS | { readonly flaw: string } {
  if (source.length > MAX_PATTERN_LENGTH)
    return { flaw: `it is longer than ${MAX_PATTERN_LENGTH} characters` };
  try {
    return RE2JS.compile(source);
  } catch (cause) {
    // The library throws nothing but syntax errors here; their texts quote a part of the pattern, not a secret.
    return {
      flaw: cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, "") : "unreadable",
    };
  }
}
