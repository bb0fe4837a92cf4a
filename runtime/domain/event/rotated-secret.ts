import type { Secret } from "../../../lib/api/core-types.ts";
import { TokenSecretKey } from "../../../lib/api/keys.ts";

/** How long the token before is still accepted: a day, in which its users can be given the new one (design §3). */
export const ROTATION_GRACE_MS = 24 * 3_600_000;

/** A token's Secret with another token in it; the present one becomes the previous one, for as long as is granted. */
export function rotatedSecret(secret: Secret, token: string, now: Date): Secret {
  const present = secret.data?.[TokenSecretKey.token];
  const expiresAt = new Date(now.getTime() + ROTATION_GRACE_MS).toISOString();
  const previous =
    present === undefined
      ? {}
      : {
          [TokenSecretKey.previousToken]: present,
          [TokenSecretKey.previousTokenExpiresAt]: base64(expiresAt),
        };
  return { ...secret, data: { ...secret.data, [TokenSecretKey.token]: base64(token), ...previous } };
}

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
