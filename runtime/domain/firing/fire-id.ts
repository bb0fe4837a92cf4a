import { createHash } from "node:crypto";

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
/** Characters of a fireID: 130 bits of SHA-256. */
const FIRE_ID_LENGTH = 26;
/** Characters of a run's name that tell it from the event's other runs: 50 bits. */
const RUN_SUFFIX_LENGTH = 10;

/** What makes a fire the one it is (protocols B): firing twice for the same source key is one fire. */
export type SourceKey =
  | { readonly kind: "slot"; readonly slot: Date }
  | { readonly kind: "upstream"; readonly uid: string }
  | { readonly kind: "idempotency"; readonly key: string }
  | { readonly kind: "random"; readonly bytes: Uint8Array };

/** Names a fire: 26 characters of base32 over the event's uid and the source key. */
export function fireIDOf(eventUID: string, sourceKey: SourceKey): string {
  return digest([eventUID, sourceKey.kind, textOf(sourceKey)]).slice(0, FIRE_ID_LENGTH);
}

/**
 * Names a run of a fire. The name is the lock: under Forbid the key is the turn, so two fires of one turn
 * ask for the same name and one create wins; otherwise it is the fireID.
 */
export function runNameOf(event: { name: string; uid: string }, lockKey: LockKey, index: number): string {
  const key = "turn" in lockKey ? `turn ${lockKey.turn}` : `fire ${lockKey.fireID}`;
  return `${event.name}-${digest([event.uid, key, String(index)]).slice(0, RUN_SUFFIX_LENGTH)}`;
}

/** What a fire's run names are made from. */
export type LockKey = { readonly fireID: string } | { readonly turn: number };

function textOf(sourceKey: SourceKey): string {
  switch (sourceKey.kind) {
    case "slot":
      return sourceKey.slot.toISOString();
    case "upstream":
      return sourceKey.uid;
    case "idempotency":
      return sourceKey.key;
    case "random":
      return Buffer.from(sourceKey.bytes).toString("hex");
  }
}

/** Lengths go in as well, so that no two lists of parts read alike. */
function digest(parts: readonly string[]): string {
  const text = parts.map((part) => `${part.length}:${part};`).join("");
  return base32(createHash("sha256").update(text).digest());
}

/** RFC 4648 base32 in lower case without padding: letters and digits that a name may hold. */
function base32(bytes: Uint8Array): string {
  let bits = 0;
  let value = 0;
  let text = "";
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[(value >>> bits) & 31];
    }
  }
  return text;
}
