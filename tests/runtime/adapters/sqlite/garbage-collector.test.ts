import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AgentEvent, AgentEventResource } from "../../../../lib/api/agent-event.ts";
import { AgentRunResource } from "../../../../lib/api/agent-run.ts";
import { NamespaceType } from "../../../../lib/api/core-types.ts";
import { controllerReference, type KubeObject, type OwnerReference } from "../../../../lib/api/object.ts";
import type { SqliteStore } from "../../../../runtime/adapters/sqlite/sqlite-store.ts";
import { StoreErrorReason } from "../../../../runtime/ports/store-error.ts";
import { eventDraft, runDraft } from "../../../contract/store/drafts.ts";
import { refusalOf } from "../../../contract/store/refusal-of.ts";
import { until } from "../../../contract/store/until.ts";
import { openStore } from "../../../support/open-store.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const test = suite("GarbageCollector");
const namespace = "default";
/** More than two transactions may collect. */
const MANY = 2_500;

const owner = (store: SqliteStore): Promise<AgentEvent> =>
  store.create(AgentEventResource, eventDraft({ name: "bell", namespace }));
const own = (store: SqliteStore, name: string, ownerReferences: readonly OwnerReference[]) =>
  store.create(AgentRunResource, runDraft({ name, namespace, ownerReferences }));
const runs = async (store: SqliteStore) => (await store.list(AgentRunResource)).items.length;

async function manyOwned(store: SqliteStore): Promise<void> {
  const reference = controllerReference(await owner(store));
  await Promise.all(Array.from({ length: MANY }, (_, index) => own(store, `run-${index}`, [reference])));
}

test("collects a few dependents in the transaction of the delete", async () => {
  const store = await openStore();
  const reference = controllerReference(await owner(store));
  await own(store, "run", [reference]);
  await store.delete(AgentEventResource, { name: "bell", namespace });
  assert.is(await runs(store), 0);
  await store.close();
});

test("collects many dependents bit by bit", async () => {
  const store = await openStore();
  await manyOwned(store);
  await store.delete(AgentEventResource, { name: "bell", namespace });
  const left = await runs(store);
  assert.ok(left > 0 && left < MANY, `${left} left after the first transaction`);
  await until("all runs are collected", async () => (await runs(store)) === 0);
  await store.close();
});

test("goes on collecting after a restart", async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "store.db");
  const before = await openStore({ path });
  await manyOwned(before);
  await before.delete(AgentEventResource, { name: "bell", namespace });
  await before.close();
  const after = await openStore({ path });
  assert.ok((await runs(after)) > 0, "the restart came too late to matter");
  await until("all runs are collected", async () => (await runs(after)) === 0);
  await after.close();
});

test("follows long chains and cycles", async () => {
  const store = await openStore();
  let last: KubeObject = await owner(store);
  const first = last;
  for (let index = 0; index < 1_200; index++)
    last = await own(store, `run-${index}`, [controllerReference(last)]);
  const bell = await store.get(AgentEventResource, { name: "bell", namespace });
  if (bell === undefined) throw new Error("the owner is gone");
  const metadata = { ...bell.metadata, ownerReferences: [controllerReference(last)] };
  await store.replace(AgentEventResource, { ...bell, metadata });
  await store.delete(AgentEventResource, { name: first.metadata.name, namespace });
  await until("the chain is collected", async () => (await runs(store)) === 0);
  await store.close();
});

test("collects at once what names owners that are not there", async () => {
  const store = await openStore();
  const bell = controllerReference(await owner(store));
  const wrong: readonly OwnerReference[] = [
    { ...bell, uid: crypto.randomUUID() },
    { ...bell, name: "gong" },
    { ...bell, kind: "AgentTeam" },
  ];
  for (const [index, reference] of wrong.entries()) {
    const created = await own(store, `run-${index}`, [reference]);
    assert.is(created.metadata.name, `run-${index}`);
    assert.is(await store.get(AgentRunResource, { name: `run-${index}`, namespace }), undefined);
  }
  await store.close();
});

test("takes owners of kinds that it does not keep for alive", async () => {
  const store = await openStore();
  await own(store, "run", [{ apiVersion: "apps/v1", kind: "Deployment", name: "d", uid: "u" }]);
  assert.is(await runs(store), 1);
  await store.close();
});

test("looks for an owner in the dependent's namespace alone", async () => {
  const store = await openStore();
  await store.create(NamespaceType, { apiVersion: "v1", kind: "Namespace", metadata: { name: "other" } });
  const elsewhere = await store.create(AgentEventResource, eventDraft({ name: "bell", namespace: "other" }));
  await own(store, "run", [controllerReference(elsewhere)]);
  assert.is(await runs(store), 0);
  await store.close();
});

test("shows a big namespace as Terminating until it is empty, and takes nothing new there", async () => {
  const store = await openStore();
  await store.create(NamespaceType, { apiVersion: "v1", kind: "Namespace", metadata: { name: "big" } });
  const names = Array.from({ length: MANY }, (_, index) => `bell-${index}`);
  await Promise.all(
    names.map((name) => store.create(AgentEventResource, eventDraft({ name, namespace: "big" }))),
  );
  await store.delete(NamespaceType, { name: "big" });
  const ending = await store.get(NamespaceType, { name: "big" });
  assert.is(ending?.status?.phase, "Terminating");
  assert.ok(ending?.metadata.deletionTimestamp);
  const late = store.create(AgentEventResource, eventDraft({ name: "late", namespace: "big" }));
  const again = store.delete(NamespaceType, { name: "big" });
  await refusalOf(late, StoreErrorReason.forbidden);
  await again;
  await until(
    "the namespace is gone",
    async () => (await store.get(NamespaceType, { name: "big" })) === undefined,
  );
  assert.equal((await store.list(AgentEventResource)).items, []);
  await store.create(NamespaceType, { apiVersion: "v1", kind: "Namespace", metadata: { name: "big" } });
  await store.create(AgentEventResource, eventDraft({ name: "new", namespace: "big" }));
  await store.close();
});

test.run();
