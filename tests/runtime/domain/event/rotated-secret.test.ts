import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Secret } from "../../../../lib/api/core-types.ts";
import { rotatedSecret } from "../../../../runtime/domain/event/rotated-secret.ts";
import { observeToken, tokenSecretDraft } from "../../../../runtime/domain/event/token-secret.ts";
import { isTokenOf, withDigests } from "../../../../runtime/domain/webhook/token-digests.ts";
import { anEvent } from "../../../support/builders/an-event.ts";

const NOW = new Date("2026-01-01T00:00:00Z");
const A_DAY_LATER = new Date("2026-01-02T00:00:00Z");
const draft = tokenSecretDraft(anEvent(), "first");
const stored = { uid: "u", resourceVersion: "1", creationTimestamp: NOW.toISOString() };
const secret: Secret = { ...draft, metadata: { ...draft.metadata, ...stored } };
const accepted = (rotated: Secret, at: Date) =>
  ["first", "second", "third"].filter((token) => isTokenOf(withDigests(rotated), token, at));

const test = suite("rotatedSecret");

test("has the new token accepted for good, and the one before for a day", () => {
  const rotated = rotatedSecret(secret, "second", NOW);
  assert.equal(accepted(rotated, NOW), ["first", "second"]);
  assert.equal(accepted(rotated, A_DAY_LATER), ["second"]);
  assert.is(observeToken(anEvent(), rotated).previousExpiresAt?.getTime(), A_DAY_LATER.getTime());
});

test("keeps one token before the present one", () => {
  const rotated = rotatedSecret(rotatedSecret(secret, "second", NOW), "third", NOW);
  assert.equal(accepted(rotated, NOW), ["second", "third"]);
});

test("keeps what else is in the Secret, its version above all", () => {
  const rotated = rotatedSecret({ ...secret, data: { ...secret.data, mine: "eA==" } }, "second", NOW);
  assert.is(rotated.data?.["mine"], "eA==");
  assert.equal(rotated.metadata, secret.metadata);
});

test("makes no previous token where there is none", () => {
  assert.equal(Object.keys(rotatedSecret({ ...secret, data: {} }, "second", NOW).data ?? {}), ["token"]);
});

test.run();
