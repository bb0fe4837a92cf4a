import { createHash } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Secret } from "../../../../lib/api/core-types.ts";
import { isTokenOf, withDigests } from "../../../../runtime/domain/webhook/token-digests.ts";

const NOW = new Date("2026-01-01T00:00:00Z");
const base64 = (text: string) => Buffer.from(text).toString("base64");

function aSecret(data: Record<string, string>): Secret {
  const metadata = {
    name: "alarm-webhook-token",
    namespace: "default",
    uid: "secret-uid",
    resourceVersion: "1",
    creationTimestamp: "2026-01-01T00:00:00Z",
  };
  return { apiVersion: "v1", kind: "Secret", metadata, data };
}

const rotated = (expiresAt: string) =>
  withDigests(
    aSecret({
      token: base64("new-token"),
      previousToken: base64("old-token"),
      previousTokenExpiresAt: base64(expiresAt),
    }),
  );

const digests = suite("withDigests");

digests("puts the SHA-256 of a token in its place", () => {
  const digest = createHash("sha256").update("new-token").digest("base64");
  assert.equal(withDigests(aSecret({ token: base64("new-token") })).data, { token: digest });
});

digests("leaves out whatever else the Secret holds", () => {
  const secret = {
    ...aSecret({ token: base64("t"), other: base64("precious") }),
    stringData: { token: "t" },
  };
  const text = JSON.stringify(withDigests(secret));
  assert.not.match(text, /precious|stringData/);
  assert.not.match(text, new RegExp(`"${base64("t")}"`));
  assert.not.match(text, new RegExp(base64("precious")));
});

digests("keeps the name, the owner and the expiry, which are no secrets", () => {
  const secret = rotated("2026-01-02T00:00:00Z");
  assert.is(secret.metadata.name, "alarm-webhook-token");
  assert.is(secret.data?.["previousTokenExpiresAt"], base64("2026-01-02T00:00:00Z"));
});

digests("makes no digest of an empty token", () => {
  for (const token of ["", "=", "===="]) assert.equal(withDigests(aSecret({ token })).data, {});
});

digests.run();

const tokens = suite("isTokenOf");

tokens("takes the token and nothing else", () => {
  const secret = withDigests(aSecret({ token: base64("new-token") }));
  assert.ok(isTokenOf(secret, "new-token", NOW));
  for (const wrong of ["", "new-toke", "new-tokenn", "NEW-TOKEN", base64("new-token")]) {
    assert.not.ok(isTokenOf(secret, wrong, NOW), wrong);
  }
});

tokens("takes a token that was edited with white space at its ends", () => {
  assert.ok(isTokenOf(withDigests(aSecret({ token: base64(" new-token\n") })), "new-token", NOW));
});

tokens("takes the previous token until it expires", () => {
  assert.ok(isTokenOf(rotated("2026-01-01T00:00:01Z"), "old-token", NOW));
  assert.not.ok(isTokenOf(rotated("2026-01-01T00:00:00Z"), "old-token", NOW));
  assert.ok(isTokenOf(rotated("2020-01-01T00:00:00Z"), "new-token", NOW));
});

tokens("takes no previous token whose expiry is missing or can't be read", () => {
  assert.not.ok(isTokenOf(rotated("soon"), "old-token", NOW));
  const endless = withDigests(aSecret({ token: base64("n"), previousToken: base64("old-token") }));
  assert.not.ok(isTokenOf(endless, "old-token", NOW));
});

tokens("takes nothing where the Secret holds no token", () => {
  for (const token of ["", "x"]) assert.not.ok(isTokenOf(withDigests(aSecret({})), token, NOW));
});

tokens.run();
