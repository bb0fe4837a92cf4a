/** What the owner wants to see in the answer to a prompt of their own. */
export type Expect = {
  /** The trimmed answer is exactly this. */
  readonly equals?: string | undefined;
  /** The answer contains this, literally and case-sensitively. */
  readonly contains?: string | undefined;
  /** The answer matches this RE2 expression somewhere. */
  readonly pattern?: string | undefined;
};

/** What a healthy answer is: the one word of the built-in prompt, or a sensible answer to the owner's prompt. */
export type Expectation =
  | { readonly kind: "built-in" }
  | {
      readonly kind: "custom";
      readonly prompt: string;
      readonly expect?: Expect | undefined;
      /** The agent's own system prompt, when known: an answer that recites it is an echo too. */
      readonly systemPrompt?: string | undefined;
    };

/** Asks for the one answer that only a model that reads and obeys its prompt gives. */
export const BUILT_IN_PROMPT =
  "This is an automated readiness check. Reply with exactly one word, the English word HEALTHY in capital " +
  "letters. Write nothing before it and nothing after it: no punctuation, no formatting, no explanation, " +
  "no tool call.";

/** Reads the expectation off an agent's probe block; without a prompt of its own the built-in one counts. */
export function expectationOf(
  probe: { readonly validatorPrompt?: string | undefined; readonly expect?: Expect | undefined },
  systemPrompt?: string,
): Expectation {
  return probe.validatorPrompt === undefined
    ? { kind: "built-in" }
    : { kind: "custom", prompt: probe.validatorPrompt, expect: probe.expect, systemPrompt };
}

/** Gives the text to send to the model. */
export function promptOf(expectation: Expectation): string {
  return expectation.kind === "built-in" ? BUILT_IN_PROMPT : expectation.prompt;
}
