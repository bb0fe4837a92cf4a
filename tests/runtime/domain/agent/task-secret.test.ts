import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Secret } from "../../../../lib/api/core-types.ts";
import {
  observeTaskSecret,
  refilledTaskSecret,
  taskSecretDraft,
} from "../../../../runtime/domain/agent/task-secret.ts";
import { anAgent } from "../../../support/a-local-host.ts";

const agent = anAgent();
const draft = taskSecretDraft(agent, "a-token");
const stored: Secret = {
  ...draft,
  metadata: { ...draft.metadata, uid: "s", resourceVersion: "1", creationTimestamp: "2026-01-01T00:00:00Z" },
};
const ownedBy = (uid: string): Secret => ({
  ...stored,
  metadata: {
    ...stored.metadata,
    ownerReferences: [{ apiVersion: "tocsin.dev/v1alpha1", kind: "Agent", name: "writer", uid }],
  },
});

const drafts = suite("taskSecretDraft");

drafts("holds the token under the name and the key that pods mount, and goes with the agent", () => {
  assert.is(draft.metadata.name, "writer-tasks");
  assert.equal(draft.data, { token: Buffer.from("a-token").toString("base64") });
  assert.is(draft.metadata.ownerReferences?.[0]?.uid, "uid-of-writer");
  assert.is(draft.type, "Opaque");
});

drafts.run();

const observe = suite("observeTaskSecret");

for (const [name, secret, state] of [
  ["there is none", undefined, "missing"],
  ["it is the agent's and holds a token", stored, "good"],
  ["it has lost its token", { ...stored, data: {} }, "empty"],
  ["it is an earlier agent's of the same name", ownedBy("another"), "foreign"],
  [
    "it is nobody's",
    { ...stored, metadata: { name: "writer-tasks", uid: "s", resourceVersion: "1", creationTimestamp: "" } },
    "foreign",
  ],
] as const) {
  observe(`says ${state} where ${name}`, () => assert.is(observeTaskSecret(agent, secret), state));
}

observe.run();

const refilled = suite("refilledTaskSecret");

refilled("puts a token in and keeps the rest", () => {
  const secret = refilledTaskSecret({ ...stored, data: { other: "eA==" } }, "new");
  assert.equal(secret.data, { other: "eA==", token: Buffer.from("new").toString("base64") });
  assert.equal(secret.metadata, stored.metadata);
});

refilled.run();
