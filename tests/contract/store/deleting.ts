import * as assert from "uvu/assert";
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import { AgentTeamResource } from "../../../lib/api/agent-team.ts";
import { NamespaceType, SecretType } from "../../../lib/api/core-types.ts";
import { controllerReference, type KubeObject, type OwnerReference } from "../../../lib/api/object.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import { StoreErrorReason } from "../../../runtime/ports/store-error.ts";
import { eventDraft, runDraft, secretDraft, teamDraft } from "./drafts.ts";
import { refusalOf } from "./refusal-of.ts";
import type { Topic } from "./subject.ts";
import { until } from "./until.ts";

/** How a store deletes, and what goes with it. */
export const deleting: Topic = (test, subject) => {
  const isGone = async (type: ResourceType, name: string, namespace: string) =>
    (await subject.store.get(type, { name, namespace })) === undefined;
  const untilGone = (type: ResourceType, name: string, namespace: string) =>
    until(`${name} is gone`, () => isGone(type, name, namespace));
  const ownedRun = (name: string, namespace: string, ...ownerReferences: OwnerReference[]) =>
    subject.store.create(AgentRunResource, runDraft({ name, namespace, ownerReferences }));
  const event = (name: string, namespace: string) =>
    subject.store.create(AgentEventResource, eventDraft({ name, namespace }));

  test("deletes, and refuses to delete what is not there", async () => {
    const namespace = await subject.namespace();
    await event("bell", namespace);
    const key = { name: "bell", namespace };
    assert.is(await subject.store.delete(AgentEventResource, key), undefined);
    assert.ok(await isGone(AgentEventResource, "bell", namespace));
    await refusalOf(subject.store.delete(AgentEventResource, key), StoreErrorReason.notFound);
  });

  test("gives a name that is used again another uid", async () => {
    const namespace = await subject.namespace();
    const first = await event("bell", namespace);
    await subject.store.delete(AgentEventResource, { name: "bell", namespace });
    const second = await event("bell", namespace);
    assert.is.not(second.metadata.uid, first.metadata.uid);
    assert.is(second.metadata.generation, 1);
  });

  test("deletes the object and the version that are meant, and no other", async () => {
    const namespace = await subject.namespace();
    const created = await event("bell", namespace);
    const key = { name: "bell", namespace };
    const { uid, resourceVersion } = created.metadata;
    const other = crypto.randomUUID();
    await refusalOf(subject.store.delete(AgentEventResource, key, { uid: other }), StoreErrorReason.conflict);
    await subject.store.replaceStatus(AgentEventResource, { ...created, status: { firedCount: 1 } });
    const late = subject.store.delete(AgentEventResource, key, { uid, resourceVersion });
    await refusalOf(late, StoreErrorReason.conflict);
    await subject.store.delete(AgentEventResource, key, { uid });
    assert.ok(await isGone(AgentEventResource, "bell", namespace));
  });

  test("deletes what an object owns, and what that owns", async () => {
    const namespace = await subject.namespace();
    const owner = await event("bell", namespace);
    const run = await ownedRun("run", namespace, controllerReference(owner));
    const ownerReferences = [controllerReference(run)];
    await subject.store.create(SecretType, secretDraft({ name: "secret", namespace, ownerReferences }));
    await ownedRun("free", namespace);
    await subject.store.delete(AgentEventResource, { name: "bell", namespace });
    await untilGone(AgentRunResource, "run", namespace);
    await untilGone(SecretType, "secret", namespace);
    assert.not(await isGone(AgentRunResource, "free", namespace));
  });

  test("keeps what has another owner, until that is gone too", async () => {
    const namespace = await subject.namespace();
    const [one, other] = [await event("one", namespace), await event("other", namespace)];
    const second = { ...controllerReference(other), controller: false };
    await ownedRun("run", namespace, controllerReference(one), second);
    await ownedRun("witness", namespace, controllerReference(one));
    await subject.store.delete(AgentEventResource, { name: "one", namespace });
    await untilGone(AgentRunResource, "witness", namespace);
    assert.not(await isGone(AgentRunResource, "run", namespace));
    await subject.store.delete(AgentEventResource, { name: "other", namespace });
    await untilGone(AgentRunResource, "run", namespace);
  });

  test("keeps what an object of the same name but another uid owned", async () => {
    const namespace = await subject.namespace();
    const first = await event("bell", namespace);
    await subject.store.delete(AgentEventResource, { name: "bell", namespace });
    const second = await event("bell", namespace);
    await ownedRun("old", namespace, controllerReference(first));
    await ownedRun("new", namespace, controllerReference(second));
    await untilGone(AgentRunResource, "old", namespace);
    assert.not(await isGone(AgentRunResource, "new", namespace));
  });

  test("collects what is handed to an owner that is gone", async () => {
    const namespace = await subject.namespace();
    const owner = await event("bell", namespace);
    const run = await ownedRun("run", namespace);
    await subject.store.delete(AgentEventResource, { name: "bell", namespace });
    const ownerReferences = [controllerReference(owner)];
    await subject.store.replace(AgentRunResource, { ...run, metadata: { ...run.metadata, ownerReferences } });
    await untilGone(AgentRunResource, "run", namespace);
  });

  test("keeps what is freed from its owner in time", async () => {
    const namespace = await subject.namespace();
    const owner = await event("bell", namespace);
    const run = await ownedRun("run", namespace, controllerReference(owner));
    await ownedRun("witness", namespace, controllerReference(owner));
    const { ownerReferences: _, ...metadata } = run.metadata;
    await subject.store.replace(AgentRunResource, { ...run, metadata });
    await subject.store.delete(AgentEventResource, { name: "bell", namespace });
    await untilGone(AgentRunResource, "witness", namespace);
    assert.not(await isGone(AgentRunResource, "run", namespace));
  });

  test("empties a namespace that is deleted, and takes nothing new there", async () => {
    const namespace = await subject.namespace();
    await event("bell", namespace);
    await subject.store.create(AgentTeamResource, teamDraft({ name: "team", namespace }));
    await subject.store.delete(NamespaceType, { name: namespace });
    const late = await event("late", namespace).catch((error) => error.reason);
    assert.ok(late === StoreErrorReason.forbidden || late === StoreErrorReason.notFound);
    await untilGone(AgentEventResource, "bell", namespace);
    await untilGone(AgentTeamResource, "team", namespace);
    await until("the namespace is gone", async () => {
      return (await subject.store.get(NamespaceType, { name: namespace })) === undefined;
    });
  });

  test("refuses owners that say too little", async () => {
    const namespace = await subject.namespace();
    const incomplete = { apiVersion: "v1", kind: "Secret", name: "x" } as KubeObject["metadata"] &
      OwnerReference;
    await refusalOf(ownedRun("run", namespace, incomplete), StoreErrorReason.invalid);
  });
};
