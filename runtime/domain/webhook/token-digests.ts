import { createHash, timingSafeEqual } from "node:crypto";
import type { Secret } from "../../../lib/api/core-types.ts";
import { TokenSecretKey } from "../../../lib/api/keys.ts";

/**
 * Replaces the tokens in a Secret by their SHA-256, so that a cache never holds a token. What else the Secret
 * holds is left out, but for the previous token's expiry.
 */
export function withDigests(secret: Secret): Secret {
  const { data, stringData: _, ...rest } = secret;
  const expiry = data?.[TokenSecretKey.previousTokenExpiresAt];
  return {
    ...rest,
    data: {
      ...digestEntry(TokenSecretKey.token, data?.[TokenSecretKey.token]),
      ...digestEntry(TokenSecretKey.previousToken, data?.[TokenSecretKey.previousToken]),
      ...(expiry === undefined ? {} : { [TokenSecretKey.previousTokenExpiresAt]: expiry }),
    },
  };
}

/** Whether a token is the one of a Secret with digests, or the previous one before its expiry. Constant time. */
export function isTokenOf(digests: Secret, token: string, now: Date): boolean {
  const given = sha256(Buffer.from(token, "utf8"));
  const { token: current, previousToken, previousTokenExpiresAt } = digests.data ?? {};
  const expiresAt = Date.parse(Buffer.from(previousTokenExpiresAt ?? "", "base64").toString("utf8"));
  const isCurrent = isSame(current, given);
  const isPrevious = isSame(previousToken, given);
  return isCurrent || (isPrevious && expiresAt > now.getTime());
}

function digestEntry(key: string, value: string | undefined): Record<string, string> {
  // White space at the ends is what an editor or `echo` left there: no header could carry it.
  const token = Buffer.from(value ?? "", "base64")
    .toString("utf8")
    .trim();
  // An empty token would let everybody in.
  return token === "" ? {} : { [key]: sha256(Buffer.from(token, "utf8")).toString("base64") };
}

function isSame(expected: string | undefined, given: Buffer): boolean {
  const bytes = Buffer.from(expected ?? "", "base64");
  return bytes.length === given.length && timingSafeEqual(bytes, given);
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
