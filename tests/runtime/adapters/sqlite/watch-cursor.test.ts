import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentEventResource } from "../../../../lib/api/agent-event.ts";
import { SecretType } from "../../../../lib/api/core-types.ts";
import { qualifiedPlural } from "../../../../lib/api/resource-type.ts";
import { ChangeLog } from "../../../../runtime/adapters/sqlite/change-log.ts";
import { WatchCursor } from "../../../../runtime/adapters/sqlite/watch-cursor.ts";
import { isStoreError, StoreErrorReason } from "../../../../runtime/ports/store-error.ts";
import { eventDraft, secretDraft } from "../../../contract/store/drafts.ts";
import { refusalOf } from "../../../contract/store/refusal-of.ts";
import { openStore } from "../../../support/open-store.ts";

const test = suite("WatchCursor");
const events = qualifiedPlural(AgentEventResource);

function noted(log: ChangeLog, kind: string): void {
  const version = log.version + 1;
  const body = JSON.stringify({ metadata: { name: `n${version}` } });
  log.append([{ version, type: "ADDED", kind, namespace: "default", name: `n${version}`, body }]);
}

test("says how far it has come after a thousand changes of other objects", () => {
  const log = new ChangeLog(0);
  const cursor = new WatchCursor(log, { kind: events }, 0);
  for (let i = 0; i < 2_500; i++) noted(log, "secrets");
  assert.equal(cursor.next(), { type: "BOOKMARK", resourceVersion: "1000" });
  assert.equal(cursor.next(), { type: "BOOKMARK", resourceVersion: "2000" });
  assert.is(cursor.next(), undefined);
  noted(log, events);
  assert.is(cursor.next()?.type, "ADDED");
});

test("says that it is too late once the log has moved on", () => {
  const log = new ChangeLog(0, { maxChanges: 5, maxChars: 1_000 });
  const cursor = new WatchCursor(log, { kind: events }, 0);
  for (let i = 0; i < 6; i++) noted(log, events);
  try {
    cursor.next();
    assert.unreachable();
  } catch (error) {
    assert.ok(isStoreError(error, StoreErrorReason.expired));
    assert.match((error as Error).message, "too old resource version: 0");
  }
});

test("tells everything before it says that the log is closed", () => {
  const log = new ChangeLog(0);
  const cursor = new WatchCursor(log, { kind: events }, 0);
  noted(log, events);
  log.close();
  assert.is(cursor.next()?.type, "ADDED");
  assert.throws(
    () => cursor.next(),
    (error: unknown) => isStoreError(error, StoreErrorReason.unavailable),
  );
});

const history = { maxChanges: 10, maxChars: 1_000_000 };

async function movedOn(store: Awaited<ReturnType<typeof openStore>>): Promise<void> {
  for (let i = 0; i < 11; i++) {
    await store.create(SecretType, secretDraft({ name: `s${i}`, namespace: "default" }));
  }
}

for (const version of ["too old", "of the future"]) {
  test(`refuses to resume from a version that is ${version}`, async () => {
    const store = await openStore({ history });
    const { resourceVersion: now } = await store.list(AgentEventResource);
    const resourceVersion = version === "too old" ? now : String(Number(now) + 1_000);
    await movedOn(store);
    const { signal } = new AbortController();
    const watching = (async () => {
      for await (const _ of store.watch(AgentEventResource, { resourceVersion, signal }));
    })();
    await refusalOf(watching, StoreErrorReason.expired);
    await store.close();
  });
}

test("breaks a watch whose reader is too slow", async () => {
  const store = await openStore({ history });
  const watch = store
    .watch(AgentEventResource, { signal: new AbortController().signal })
    [Symbol.asyncIterator]();
  await store.create(AgentEventResource, eventDraft({ name: "bell", namespace: "default" }));
  assert.is((await watch.next()).value?.type, "ADDED");
  await movedOn(store);
  await refusalOf(watch.next(), StoreErrorReason.expired);
  await store.close();
});

test("refuses to go on with a list whose moment is forgotten", async () => {
  const store = await openStore({ history });
  for (const name of ["a", "b"])
    await store.create(AgentEventResource, eventDraft({ name, namespace: "default" }));
  const { continueToken } = await store.list(AgentEventResource, { limit: 1 });
  await movedOn(store);
  await refusalOf(store.list(AgentEventResource, { limit: 1, continueToken }), StoreErrorReason.expired);
  await store.close();
});

test("refuses a version that is no number", async () => {
  const store = await openStore();
  const { signal } = new AbortController();
  const watch = store.watch(AgentEventResource, { resourceVersion: "abc", signal })[Symbol.asyncIterator]();
  await refusalOf(watch.next(), StoreErrorReason.badRequest);
  await store.close();
});

test.run();
