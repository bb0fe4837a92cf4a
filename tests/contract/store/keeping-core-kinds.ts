import * as assert from "uvu/assert";
import { type EventRecord, EventRecordType, NamespaceType, SecretType } from "../../../lib/api/core-types.ts";
import type { Draft } from "../../../lib/api/object.ts";
import { StoreErrorReason } from "../../../runtime/ports/store-error.ts";
import { secretDraft } from "./drafts.ts";
import { refusalOf } from "./refusal-of.ts";
import type { Topic } from "./subject.ts";

const NOW = "2026-01-02T03:04:05Z";

function recordDraft(name: string, namespace: string, more: object = {}): Draft<EventRecord> {
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name, namespace },
    involvedObject: {
      apiVersion: "tocsin.dev/v1alpha1",
      kind: "AgentEvent",
      name: "bell",
      namespace,
      uid: "u-1",
    },
    type: "Normal",
    reason: "Fired",
    message: "The event fired.",
    count: 1,
    firstTimestamp: NOW,
    lastTimestamp: NOW,
    source: { component: "tocsin" },
    ...more,
  };
}

/** How a store keeps Secrets, Events and Namespaces. */
export const keepingCoreKinds: Topic = (test, subject) => {
  test("keeps a Secret, and calls it Opaque", async () => {
    const namespace = await subject.namespace();
    const created = await subject.store.create(SecretType, secretDraft({ name: "s", namespace }));
    assert.is(created.type, "Opaque");
    assert.equal(created.data, { token: "c2VjcmV0" });
    assert.is(created.metadata.generation, undefined);
  });

  test("turns a Secret's texts into data, where they win", async () => {
    const namespace = await subject.namespace();
    const draft = secretDraft({ name: "s", namespace }, { stringData: { token: "ñ🔔", more: "" } });
    const created = await subject.store.create(SecretType, draft);
    assert.equal(created.data, { token: Buffer.from("ñ🔔").toString("base64"), more: "" });
    assert.is(created.stringData, undefined);
  });

  test("replaces a Secret's data, and never its type", async () => {
    const namespace = await subject.namespace();
    const created = await subject.store.create(SecretType, secretDraft({ name: "s", namespace }));
    const replaced = await subject.store.replace(SecretType, { ...created, data: { other: "eA==" } });
    assert.equal(replaced.data, { other: "eA==" });
    const retyped = { ...replaced, type: "example.com/other" };
    await refusalOf(subject.store.replace(SecretType, retyped), StoreErrorReason.invalid);
  });

  test("refuses a Secret's wrong keys and too much data, without repeating any of it", async () => {
    const namespace = await subject.namespace();
    const wrongKey = secretDraft({ name: "s", namespace }, { data: { "a b": "czNjcjN0" } });
    const error = await refusalOf(subject.store.create(SecretType, wrongKey), StoreErrorReason.invalid);
    assert.not.match(error.message, "czNjcjN0");
    const big = secretDraft({ name: "s", namespace }, { data: { big: "A".repeat(1_400_000) } });
    const tooBig = await refusalOf(subject.store.create(SecretType, big), StoreErrorReason.invalid);
    assert.ok(tooBig.message.length < 1_000);
  });

  test("keeps Events, and finds them by what they are about", async () => {
    const namespace = await subject.namespace();
    await subject.store.create(EventRecordType, recordDraft("one", namespace));
    const about = { apiVersion: "v1", kind: "Secret", name: "s", namespace, uid: "u-2" };
    const other = recordDraft("two", namespace, {
      involvedObject: about,
      type: "Warning",
      reason: "FireFailed",
    });
    await subject.store.create(EventRecordType, other);
    const select = async (fieldSelector: string) =>
      (await subject.store.list(EventRecordType, { namespace, fieldSelector })).items.map(
        (item) => item.metadata.name,
      );
    assert.equal(await select("involvedObject.name=bell"), ["one"]);
    assert.equal(await select("involvedObject.kind=Secret,involvedObject.uid=u-2"), ["two"]);
    assert.equal(await select(`involvedObject.namespace=${namespace},type!=Normal`), ["two"]);
    assert.equal(await select("reason=Fired"), ["one"]);
  });

  test("counts an Event on", async () => {
    const namespace = await subject.namespace();
    const created = await subject.store.create(EventRecordType, recordDraft("one", namespace));
    const replaced = await subject.store.replace(EventRecordType, { ...created, count: 2 });
    assert.is(replaced.count, 2);
  });

  test("keeps Namespaces, which have none, and refuses names that are no labels", async () => {
    const name = await subject.namespace();
    const found = await subject.store.get(NamespaceType, { name });
    assert.is(found?.status?.phase, "Active");
    assert.is(found?.metadata.namespace, undefined);
    const dotted = { apiVersion: "v1", kind: "Namespace", metadata: { name: "a.b" } } as const;
    await refusalOf(subject.store.create(NamespaceType, dotted), StoreErrorReason.invalid);
  });

  test("has the namespace default", async () => {
    assert.ok(await subject.store.get(NamespaceType, { name: "default" }));
  });
};
