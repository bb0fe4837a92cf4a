/**
 * Why an agent's model is unhealthy: one closed set for logs, metrics, status and the JSON of /readyz. The first
 * group is decided where the call is made; the judge gives the others.
 */
export const HealthReason = {
  providerTimedOut: "ProviderTimedOut",
  providerUnreachable: "ProviderUnreachable",
  providerTlsFailed: "ProviderTlsFailed",
  connectionLost: "ConnectionLost",

  keyRejected: "KeyRejected",
  modelNotFound: "ModelNotFound",
  rateLimited: "RateLimited",
  providerFailed: "ProviderFailed",
  unexpectedStatus: "UnexpectedStatus",

  emptyBody: "EmptyBody",
  htmlBody: "HtmlBody",
  errorBody: "ErrorBody",
  truncatedBody: "TruncatedBody",
  notAChatCompletion: "NotAChatCompletion",
  tooLarge: "TooLarge",

  refused: "Refused",
  filtered: "Filtered",
  toolCalled: "ToolCalled",
  cutShort: "CutShort",
  unnaturalStop: "UnnaturalStop",
  emptyAnswer: "EmptyAnswer",
  reasoningUnfinished: "ReasoningUnfinished",

  errorAnswer: "ErrorAnswer",
  htmlAnswer: "HtmlAnswer",
  promptEchoed: "PromptEchoed",
  looped: "Looped",
  tokensLeaked: "TokensLeaked",
  templateLeaked: "TemplateLeaked",
  protocolLeaked: "ProtocolLeaked",
  noise: "Noise",

  wrongAnswer: "WrongAnswer",
  expectationUnmet: "ExpectationUnmet",
  expectationNegated: "ExpectationNegated",
  expectationInvalid: "ExpectationInvalid",
} as const;
export type HealthReason = (typeof HealthReason)[keyof typeof HealthReason];

/** What is wrong with a reply: the reason for machines and one short sentence for people, free of secrets. */
export type HealthFlaw = { readonly reason: HealthReason; readonly detail: string };

/** What the judge found: healthy, or not and why. */
export type Verdict = { readonly healthy: true } | ({ readonly healthy: false } & HealthFlaw);

/** Makes the verdict for the first flaw that was found, or the healthy one when there is none. */
export function verdictOf(flaw: HealthFlaw | undefined): Verdict {
  return flaw === undefined ? { healthy: true } : { healthy: false, ...flaw };
}

/** Finds the first flaw, in the order of the rules; the later rules are not asked. */
export function firstFlaw<T>(
  subject: T,
  rules: readonly ((subject: T) => HealthFlaw | undefined)[],
): HealthFlaw | undefined {
  for (const rule of rules) {
    const flaw = rule(subject);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}
