import { ModelError, ModelErrorReason } from "../../ports/model.ts";

/** A provider's answer with a bad status, as far as an error may tell of it. */
export type BadStatus = {
  readonly status: number;
  readonly host: string;
  /** The `code` or `type` in the body, where it is one that this adapter knows. */
  readonly code?: string | undefined;
  /** How long the provider wants to be left alone. */
  readonly retryAfterMs?: number | undefined;
};

/** A {@link ModelError} for a bad HTTP status. */
export class StatusError extends ModelError {
  readonly retryAfterMs: number | undefined;

  constructor(bad: BadStatus) {
    const { reason, isRetryable, advice } = judgementOf(bad);
    const code = bad.code === undefined ? "" : ` (${bad.code})`;
    super(reason, `the provider at ${bad.host} answered HTTP ${bad.status}${code}: ${advice}`, {
      isRetryable,
    });
    this.retryAfterMs = bad.retryAfterMs;
  }
}

/** The codes that tell a person more than the status does; any other text of a body stays out of errors. */
const KNOWN_CODES: ReadonlySet<string> = new Set([
  "insufficient_quota",
  "invalid_api_key",
  "model_not_found",
  "context_length_exceeded",
  "rate_limit_exceeded",
]);

/** Reads an error's code from a body in OpenAI's shape; undefined for anything else. */
export function knownErrorCode(body: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  const error = (parsed as { error?: { code?: unknown; type?: unknown } | null } | null)?.error;
  for (const code of [error?.code, error?.type])
    if (typeof code === "string" && KNOWN_CODES.has(code)) return code;
  return undefined;
}

type Judgement = {
  readonly reason: ModelErrorReason;
  readonly isRetryable: boolean;
  readonly advice: string;
};

/** Statuses below 500 after which the same request may well succeed: timeout, conflict, too early. */
const TRANSIENT = new Set([408, 409, 425]);

function judgementOf({ status, code }: BadStatus): Judgement {
  if (status === 401 || status === 403) {
    const advice = "check the provider's API key and what it may do";
    return { reason: ModelErrorReason.unauthorized, isRetryable: false, advice };
  }
  if (status === 429) {
    const isSpent = code === "insufficient_quota";
    const advice = isSpent ? "the account has no quota left" : "too many requests or tokens";
    return { reason: ModelErrorReason.rateLimited, isRetryable: !isSpent, advice };
  }
  if (status >= 500 || TRANSIENT.has(status))
    return { reason: ModelErrorReason.failed, isRetryable: true, advice: "it failed on its side" };
  const advice =
    status < 400
      ? "baseURL has to be the address that answers itself, redirects are not followed"
      : "check the agent's model and baseURL, and the length of the prompt";
  return { reason: ModelErrorReason.rejected, isRetryable: false, advice };
}
