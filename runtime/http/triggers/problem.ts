/** Codes of the webhook endpoint's errors (design §3); closed, so that callers can rely on them. */
export const ProblemCode = {
  notFound: "NotFound",
  methodNotAllowed: "MethodNotAllowed",
  unauthorized: "Unauthorized",
  tooManyFailures: "TooManyFailedAttempts",
  eventSuspended: "EventSuspended",
  rateLimited: "RateLimited",
  invalidQuery: "InvalidQuery",
  invalidIdempotencyKey: "InvalidIdempotencyKey",
  invalidBody: "InvalidBody",
  bodyTooLarge: "BodyTooLarge",
  templateFailed: "TemplateFailed",
  targetTeamNotFound: "TargetTeamNotFound",
  fireTooLarge: "FireTooLarge",
  idempotencyMismatch: "IdempotencyKeyReused",
  refused: "Refused",
  fireIncomplete: "FireIncomplete",
  forbidden: "ConcurrencyForbidden",
  unavailable: "Unavailable",
  tooManyWaiters: "TooManyWaiters",
  tooManyStreams: "TooManyStreams",
  shuttingDown: "ShuttingDown",
  timeout: "Timeout",
  slowReader: "SlowReader",
  internal: "Internal",
} as const;
export type ProblemCode = (typeof ProblemCode)[keyof typeof ProblemCode];

/** What a request is refused with: thrown inside a route, answered by the app. */
export class Problem extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: ProblemCode,
    detail: string,
    more: { headers?: Record<string, string>; extra?: Record<string, unknown> } = {},
  ) {
    super(detail);
    this.name = "Problem";
    this.status = status;
    this.code = code;
    this.headers = more.headers ?? {};
    this.extra = more.extra ?? {};
  }
}

/** `Retry-After` in whole seconds (RFC 9110 §10.2.3), never 0. */
export function retryAfter(waitMs: number): Record<string, string> {
  return { "Retry-After": String(Math.max(1, Math.ceil(waitMs / 1_000))) };
}

/** Answers with problem details (RFC 9457), with our `code` and the request's id. */
export function problemResponse(problem: Problem, requestId: string): Response {
  const { status, code, message, headers, extra } = problem;
  const body = {
    type: "about:blank",
    title: TITLES[status] ?? "Error",
    status,
    detail: message,
    code,
    requestId,
  };
  return new Response(JSON.stringify({ ...body, ...extra }), {
    status,
    headers: { "Content-Type": "application/problem+json", "X-Request-Id": requestId, ...headers },
  });
}

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};
