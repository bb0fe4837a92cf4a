import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Secret } from "../../../../lib/api/core-types.ts";
import {
  applyTokenAction,
  observeToken,
  tokenSecretDraft,
} from "../../../../runtime/domain/event/token-secret.ts";
import { withDigests } from "../../../../runtime/domain/webhook/token-digests.ts";
import { anEvent } from "../../../support/builders/an-event.ts";

const event = anEvent();
const base64 = (text: string) => Buffer.from(text).toString("base64");

function aSecret(parts: Partial<Secret> = {}): Secret {
  const { metadata, ...rest } = tokenSecretDraft(event, "the-token");
  const stored = { uid: "secret-uid", resourceVersion: "1", creationTimestamp: "2026-01-01T00:00:00Z" };
  return { ...rest, metadata: { ...metadata, ...stored }, ...parts };
}

const previous = (expiry?: string): Secret =>
  aSecret({
    data: {
      token: base64("the-token"),
      previousToken: base64("old"),
      ...(expiry === undefined ? {} : { previousTokenExpiresAt: base64(expiry) }),
    },
  });

const drafts = suite("tokenSecretDraft");

drafts("is owned by its event, labelled, and holds the token in base64", () => {
  const draft = tokenSecretDraft(event, "the-token");
  assert.is(draft.metadata.name, "alarm-webhook-token");
  assert.is(draft.metadata.namespace, "default");
  assert.is(draft.metadata.ownerReferences?.[0]?.uid, "event-uid");
  assert.is(draft.metadata.labels?.["app.kubernetes.io/managed-by"], "tocsin.dev");
  assert.equal(draft.data, { token: base64("the-token") });
});

drafts.run();

const observes = suite("observeToken");

const metadata = aSecret().metadata;
const states: [name: string, secret: Secret | undefined, state: string][] = [
  ["no Secret", undefined, "missing"],
  ["what it made itself", aSecret(), "good"],
  ["a Secret with digests in the place of tokens", withDigests(aSecret()), "good"],
  ["a Secret without a token", aSecret({ data: {} }), "empty"],
  ["a Secret with an empty token", aSecret({ data: { token: "" } }), "empty"],
  ["a Secret without the label", aSecret({ metadata: { ...metadata, labels: {} } }), "unlabelled"],
  ["a Secret that nobody owns", aSecret({ metadata: { ...metadata, ownerReferences: [] } }), "foreign"],
  ["the Secret of an event of this name that is gone", observedOf("older-uid"), "foreign"],
];
function observedOf(uid: string): Secret {
  const owner = { apiVersion: "tocsin.dev/v1alpha1", kind: "AgentEvent", name: "alarm", uid };
  return aSecret({ metadata: { ...metadata, ownerReferences: [owner] } });
}
for (const [name, secret, state] of states) {
  observes(`finds ${name} ${state}, and shows no token`, () => {
    const observed = observeToken(event, secret);
    assert.is(observed.state, state);
    assert.not.match(JSON.stringify(observed), /the-token|dGhl/);
  });
}

observes("reads when the previous token expires; what can't be read has expired", () => {
  const at = (secret: Secret) => observeToken(event, secret).previousExpiresAt?.toISOString();
  assert.is(at(previous("2026-01-02T00:00:00Z")), "2026-01-02T00:00:00.000Z");
  assert.is(at(previous("soon")), "1970-01-01T00:00:00.000Z");
  assert.is(at(previous()), "1970-01-01T00:00:00.000Z");
  assert.is(at(aSecret()), undefined);
});

observes.run();

const actions = suite("applyTokenAction");

actions("refills an empty Secret and labels it", () => {
  const bare = aSecret({ data: { other: "eA==" }, metadata: { ...metadata, labels: { mine: "1" } } });
  const filled = applyTokenAction("refill", bare, "fresh");
  assert.equal(filled.data, { other: "eA==", token: base64("fresh") });
  assert.equal(filled.metadata.labels, { mine: "1", "app.kubernetes.io/managed-by": "tocsin.dev" });
  assert.is(observeToken(event, filled).state, "good");
});

actions("labels without touching the token", () => {
  const labelled = applyTokenAction("label", aSecret({ metadata: { ...metadata, labels: {} } }), "fresh");
  assert.is(observeToken(event, labelled).state, "good");
  assert.is(labelled.data?.["token"], base64("the-token"));
});

actions("drops the previous token and its expiry alone", () => {
  const dropped = applyTokenAction("drop-previous", previous("2026-01-02T00:00:00Z"), "fresh");
  assert.equal(dropped.data, { token: base64("the-token") });
});

actions("notes of which rotation was told, until the previous token is dropped", () => {
  const rotated = previous("2026-01-02T00:00:00Z");
  assert.is(observeToken(event, rotated).isRotationNew, true);
  const noted = applyTokenAction("record-rotation", rotated, "fresh");
  assert.equal(noted.data, rotated.data);
  assert.is(observeToken(event, withDigests(noted)).isRotationNew, undefined);
  const again = { ...noted, data: previous("2026-01-03T00:00:00Z").data ?? {} };
  assert.is(observeToken(event, again).isRotationNew, true, "the next rotation is told of as well");
  assert.equal(applyTokenAction("drop-previous", noted, "fresh").metadata.annotations, {});
});

actions.run();
