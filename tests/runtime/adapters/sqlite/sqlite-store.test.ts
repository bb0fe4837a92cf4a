import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentEventResource } from "../../../../lib/api/agent-event.ts";
import { NamespaceType, SecretType } from "../../../../lib/api/core-types.ts";
import type { ResourceType } from "../../../../lib/api/resource-type.ts";
import { StoreFileError } from "../../../../runtime/adapters/sqlite/store-file-error.ts";
import { StoreErrorReason } from "../../../../runtime/ports/store-error.ts";
import { eventDraft, secretDraft } from "../../../contract/store/drafts.ts";
import { refusalOf } from "../../../contract/store/refusal-of.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { FakeTimers } from "../../../support/fake-timers.ts";
import { openStore } from "../../../support/open-store.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const test = suite("SqliteStore");
const namespace = "default";
const bell = { name: "bell", namespace };

test("finds everything again when it is opened again", async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "store.db");
  const before = await openStore({ path });
  const created = await before.create(AgentEventResource, eventDraft(bell));
  await before.create(SecretType, secretDraft({ name: "s", namespace }));
  const { resourceVersion } = await before.list(AgentEventResource);
  await before.close();
  const after = await openStore({ path });
  assert.equal(await after.get(AgentEventResource, bell), created);
  assert.ok(await after.get(SecretType, { name: "s", namespace }));
  assert.is((await after.list(AgentEventResource)).resourceVersion, resourceVersion);
  await after.close();
});

test("gives out no version again, though what had it is gone", async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "store.db");
  const before = await openStore({ path });
  await before.create(AgentEventResource, eventDraft(bell));
  await before.delete(AgentEventResource, bell);
  const { resourceVersion } = await before.list(AgentEventResource);
  await before.close();
  const after = await openStore({ path });
  const created = await after.create(AgentEventResource, eventDraft(bell));
  assert.is(Number(created.metadata.resourceVersion), Number(resourceVersion) + 1);
  await after.close();
});

test("refuses a file that another store has open", async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "store.db");
  const first = await openStore({ path });
  const error = await openStore({ path }).catch((thrown: unknown) => thrown);
  assert.instance(error, StoreFileError);
  assert.is((error as StoreFileError).flaw, "taken");
  await first.close();
});

test("writes what is queued before it closes", async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "store.db");
  const store = await openStore({ path });
  const names = Array.from({ length: 1_200 }, (_, index) => `bell-${index}`);
  const writes = names.map((name) => store.create(AgentEventResource, eventDraft({ name, namespace })));
  await store.close();
  await Promise.all(writes);
  const again = await openStore({ path });
  assert.is((await again.list(AgentEventResource)).items.length, names.length);
  await again.close();
});

test("refuses everything once it is closed, and closes once", async () => {
  const store = await openStore();
  await store.close();
  await store.close();
  const { unavailable } = StoreErrorReason;
  await refusalOf(store.get(AgentEventResource, bell), unavailable);
  await refusalOf(store.list(AgentEventResource), unavailable);
  await refusalOf(store.create(AgentEventResource, eventDraft(bell)), unavailable);
  await refusalOf(store.delete(AgentEventResource, bell), unavailable);
});

test("ends its watches when it closes", async () => {
  const store = await openStore();
  const { signal } = new AbortController();
  const watching = (async () => {
    for await (const _ of store.watch(AgentEventResource, { signal }));
  })();
  await store.close();
  await refusalOf(watching, StoreErrorReason.unavailable);
});

test("leaves no timer behind", async () => {
  const timers = new FakeTimers(new FakeClock());
  const store = await openStore({ timers });
  store.watch(AgentEventResource, { signal: new AbortController().signal });
  assert.is(timers.pending, 1);
  await store.close();
  assert.is(timers.pending, 0);
});

test("sends an idle watch a bookmark each minute", async () => {
  const clock = new FakeClock();
  const timers = new FakeTimers(clock);
  const store = await openStore({ clock, timers });
  const end = new AbortController();
  const versions: string[] = [];
  const watching = (async () => {
    for await (const event of store.watch(AgentEventResource, { signal: end.signal })) {
      if (event.type === "BOOKMARK") versions.push(event.resourceVersion);
    }
  })();
  const { resourceVersion } = await store.list(AgentEventResource);
  await timers.advance(60_000);
  assert.equal(versions, [resourceVersion]);
  const created = await store.create(SecretType, secretDraft({ name: "s", namespace }));
  await timers.advance(60_000);
  assert.equal(versions, [resourceVersion, created.metadata.resourceVersion]);
  end.abort();
  await watching;
  await store.close();
});

test("tells the time of creation by its clock, in whole seconds", async () => {
  const store = await openStore({ clock: new FakeClock("2026-03-04T05:06:07.890Z") });
  const created = await store.create(AgentEventResource, eventDraft(bell));
  assert.is(created.metadata.creationTimestamp, "2026-03-04T05:06:07Z");
  await store.close();
});

test("keeps no kind but those of the project and three of the core", async () => {
  const store = await openStore();
  const pods: ResourceType = { ...SecretType, kind: "Pod", plural: "pods", singular: "pod" };
  const error = await refusalOf(store.list(pods), StoreErrorReason.notFound);
  assert.match(error.message, "the server could not find the requested resource");
  await refusalOf(store.replaceStatus(SecretType, secretDraft(bell) as never), StoreErrorReason.notFound);
  await store.close();
});

const misfits = [
  { name: "another kind", draft: { ...eventDraft(bell), kind: "AgentTeam" } },
  { name: "another version", draft: { ...eventDraft(bell), apiVersion: "tocsin.dev/v1" } },
  { name: "a resource version", draft: eventDraft({ ...bell, resourceVersion: "7" }) },
];
for (const { name, draft } of misfits) {
  test(`refuses to create with ${name}`, async () => {
    const store = await openStore();
    await refusalOf(store.create(AgentEventResource, draft as never), StoreErrorReason.badRequest);
    await store.close();
  });
}

test("refuses a replacement of a custom resource that names no version", async () => {
  const store = await openStore();
  const created = await store.create(AgentEventResource, eventDraft(bell));
  const metadata = { ...created.metadata, resourceVersion: "" };
  const error = await refusalOf(
    store.replace(AgentEventResource, { ...created, metadata }),
    StoreErrorReason.invalid,
  );
  assert.is(error.causes[0]?.field, "metadata.resourceVersion");
  await store.close();
});

test("never deletes the namespace default", async () => {
  const store = await openStore();
  await refusalOf(store.delete(NamespaceType, { name: "default" }), StoreErrorReason.forbidden);
  await store.close();
});

test.run();
