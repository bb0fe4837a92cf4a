/** What a model is asked. */
export type ModelRequest = {
  readonly model: string;
  readonly systemPrompt?: string | undefined;
  readonly prompt: string;
  /** Ends the call, retries included, and closes the connection: as a deadline where its reason is a TimeoutError. */
  readonly signal: AbortSignal;
};

/** Tokens that the provider counted. */
export type TokenUsage = { readonly prompt: number; readonly completion: number };

/** A model's whole answer to a check, good or bad, for the judge. */
export type ModelReply = {
  readonly status: number;
  readonly content: string | null;
  readonly finishReason: string | null;
  readonly refusal: string | null;
  readonly hasToolCalls: boolean;
  /** The body as text where it is no chat completion. */
  readonly raw?: string | undefined;
};

/** What a streamed answer delivers: pieces of text, then its end. */
export type ModelChunk =
  | { readonly type: "token"; readonly text: string }
  | { readonly type: "end"; readonly finishReason: string | null; readonly usage?: TokenUsage | undefined };

/** Why a model could not be asked, as a closed set. */
export const ModelErrorReason = {
  unreachable: "ProviderUnreachable",
  tls: "ProviderTLSError",
  timeout: "ProviderTimeout",
  stalled: "ProviderStalled",
  rateLimited: "ProviderRateLimited",
  unauthorized: "ProviderUnauthorized",
  rejected: "ProviderRejected",
  failed: "ProviderFailed",
  malformed: "ProviderMalformedAnswer",
  refused: "ModelRefused",
  truncated: "AnswerTruncated",
  filtered: "AnswerFiltered",
  empty: "AnswerEmpty",
  tooLarge: "OutputTooLarge",
  aborted: "Aborted",
} as const;
export type ModelErrorReason = (typeof ModelErrorReason)[keyof typeof ModelErrorReason];

/** Thrown by a {@link Model} that got no usable answer. The message names no key and no body. */
export class ModelError extends Error {
  readonly reason: ModelErrorReason;
  /** Whether another try may succeed. */
  readonly isRetryable: boolean;

  constructor(reason: ModelErrorReason, message: string, facts: { isRetryable: boolean; cause?: unknown }) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = "ModelError";
    this.reason = reason;
    this.isRetryable = facts.isRetryable;
  }
}

/** Asks a large language model. */
export interface Model {
  /** Streams an answer; throws {@link ModelError}. A stall between chunks ends it. */
  stream(request: ModelRequest): AsyncIterable<ModelChunk>;
  /** Asks once, without retries, and returns the whole reply as it is; throws only where none came. */
  ask(request: ModelRequest): Promise<ModelReply>;
}
