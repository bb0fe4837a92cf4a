import { StoreError, StoreErrorReason } from "../../ports/store-error.ts";

/** What is known of a request that was not answered. */
export type Unanswered = {
  readonly error: unknown;
  readonly host: string;
  /** Whether something may have been written. */
  readonly isWrite: boolean;
  /** Set where it took longer than it may. */
  readonly limitMs?: number | undefined;
};

/** Errors after which it is certain that the request never left. */
const NEVER_SENT: readonly string[] = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_DESTROYED",
  "UND_ERR_CLOSED",
];

/** Turns a lost connection into a {@link StoreError}: Timeout where the request may have been carried out. */
export function transportRefusal({ error, host, isWrite, limitMs }: Unanswered): StoreError {
  const { timeout, unavailable } = StoreErrorReason;
  if (limitMs !== undefined) {
    const message = `the API server at ${host} did not answer within ${limitMs} ms`;
    return new StoreError(timeout, message, { cause: error });
  }
  const code = codeOf(error);
  const isUnknown = isWrite && !NEVER_SENT.includes(code) && !/CERT|TLS|SIGNED|VERIFY/.test(code);
  const what = isUnknown ? "broke off before it answered" : "can't be reached";
  return new StoreError(isUnknown ? timeout : unavailable, `the API server at ${host} ${what}: ${code}`, {
    cause: error,
  });
}

/** Whether the connection broke under a request, as a kept one does whose other side has gone. */
export function isBrokenConnection(error: unknown): boolean {
  return ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  if (typeof code === "string") return code;
  if (cause !== undefined) return codeOf(cause);
  return error instanceof Error ? error.name : "unknown";
}
