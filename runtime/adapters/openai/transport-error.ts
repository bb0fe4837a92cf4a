import { ModelError, ModelErrorReason } from "../../ports/model.ts";
import { malformed } from "./malformed.ts";

/** Codes of OpenSSL and of Node's own check of names, besides those that begin with ERR_SSL or ERR_TLS. */
const TLS_CODES = new Set([
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REVOKED",
  "CERT_UNTRUSTED",
  "CERT_REJECTED",
  "CERT_SIGNATURE_FAILURE",
  "CERT_CHAIN_TOO_LONG",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "INVALID_CA",
  "INVALID_PURPOSE",
  "HOSTNAME_MISMATCH",
  "EPROTO",
]);

/**
 * Translates what broke a connection. The error itself is not kept as a cause: undici's carry what was
 * received, and `fetch` quotes addresses with the passwords in them.
 */
export function transportError(error: unknown, host: string): ModelError {
  const code = codeOf(error);
  if (code === undefined) return lost(`the connection to ${host} broke off`);
  if (TLS_CODES.has(code) || /^ERR_(SSL|TLS)_/.test(code)) {
    return new ModelError(
      ModelErrorReason.tls,
      `no trusted TLS connection to ${host} (${code}): check the provider's certificate and the scheme of baseURL`,
      { isRetryable: false },
    );
  }
  if (/^(HTTP_PARSER|HPE_|Z_|ERR_HTTP|UND_ERR_(HEADERS_OVERFLOW|INVALID_ARG|RESPONSE))/.test(code)) {
    return malformed(`something that is no sound HTTP (${code})`);
  }
  if (code === "UND_ERR_SOCKET" || code === "ECONNRESET")
    return lost(`the connection to ${host} broke off (${code})`);
  return lost(`the provider at ${host} can't be reached (${code}): check baseURL and the network`);
}

function lost(message: string): ModelError {
  return new ModelError(ModelErrorReason.unreachable, message, { isRetryable: true });
}

/** The first code in a chain of causes; an aggregate (one error for each address tried) counts as its first. */
function codeOf(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 4) return undefined;
  const code: unknown = "code" in error ? error.code : undefined;
  // undici's parser leaves its code out where it gives up on the first line.
  if (code === undefined && error.name === "HTTPParserError") return "HTTP_PARSER";
  if (typeof code === "string" && /^[A-Z][A-Z0-9_]{2,60}$/.test(code)) return code;
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return codeOf(inner, depth + 1);
}
