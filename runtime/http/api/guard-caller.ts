import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { ApiError, ApiErrorReason } from "./api-error.ts";

/** The names under which this server may be addressed: any other has been made to lead here. */
const LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "[::1]"];

/** What the API keeps of its token: enough to know it again. */
export function digestToken(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}

/**
 * Refuses what a browser sends: a page of a foreign site can neither send a Host of this machine once its
 * name has been rebound to it, nor leave out its Origin.
 */
export function refuseBrowsers({ headers, socket }: IncomingMessage): void {
  if (headers.origin !== undefined) throw forbidden("requests from web pages are not served");
  const host = headers.host?.toLowerCase() ?? "";
  const isOurs = LOOPBACK_HOSTS.some((name) => host === `${name}:${socket.localPort}`);
  if (!isOurs) throw forbidden("the Host header must name this machine's loopback address and this port");
}

/** Refuses callers without the token, in constant time and with one answer for all. */
export function requireToken({ headers }: IncomingMessage, tokenDigest: Uint8Array): void {
  const [, token = ""] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
  if (timingSafeEqual(digestToken(token), tokenDigest)) return;
  throw new ApiError(ApiErrorReason.unauthorized, "Unauthorized", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

function forbidden(message: string): ApiError {
  return new ApiError(ApiErrorReason.forbidden, message);
}
