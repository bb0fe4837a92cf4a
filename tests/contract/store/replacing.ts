import * as assert from "uvu/assert";
import { type AgentEvent, AgentEventResource } from "../../../lib/api/agent-event.ts";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import type { ObjectKey } from "../../../lib/api/object.ts";
import type { Store } from "../../../runtime/ports/store.ts";
import { isStoreError, StoreErrorReason } from "../../../runtime/ports/store-error.ts";
import { eventDraft, runDraft } from "./drafts.ts";
import { fieldsOf, refusalOf } from "./refusal-of.ts";
import type { Topic } from "./subject.ts";

/** How a store replaces: versions, generations, and the status kept apart. */
export const replacing: Topic = (test, subject) => {
  const anEvent = async (): Promise<AgentEvent> =>
    subject.store.create(
      AgentEventResource,
      eventDraft({ name: "bell", namespace: await subject.namespace() }),
    );

  test("counts a change of the spec, and gives a new version", async () => {
    const created = await anEvent();
    const changed = { ...created, spec: { ...created.spec, suspended: true } };
    const replaced = await subject.store.replace(AgentEventResource, changed);
    assert.is(replaced.metadata.generation, 2);
    assert.is(replaced.metadata.uid, created.metadata.uid);
    assert.is(replaced.metadata.creationTimestamp, created.metadata.creationTimestamp);
    assert.is.not(replaced.metadata.resourceVersion, created.metadata.resourceVersion);
  });

  test("does not count a change of the metadata", async () => {
    const created = await anEvent();
    const labelled = { ...created, metadata: { ...created.metadata, labels: { a: "b" } } };
    const replaced = await subject.store.replace(AgentEventResource, labelled);
    assert.is(replaced.metadata.generation, 1);
    assert.equal(replaced.metadata.labels, { a: "b" });
    assert.is.not(replaced.metadata.resourceVersion, created.metadata.resourceVersion);
  });

  test("writes nothing where nothing changes", async () => {
    const created = await anEvent();
    assert.equal(await subject.store.replace(AgentEventResource, created), created);
    const { source, targets } = created.spec;
    const short = { ...created, spec: { targets, source } } as AgentEvent;
    assert.equal(await subject.store.replace(AgentEventResource, short), created);
  });

  test("refuses a version that is not the latest", async () => {
    const created = await anEvent();
    await subject.store.replace(AgentEventResource, {
      ...created,
      spec: { ...created.spec, suspended: true },
    });
    const late = { ...created, spec: { ...created.spec, concurrencyPolicy: "Forbid" as const } };
    await refusalOf(subject.store.replace(AgentEventResource, late), StoreErrorReason.conflict);
    await refusalOf(subject.store.replaceStatus(AgentEventResource, late), StoreErrorReason.conflict);
  });

  test("refuses to replace another object of the same name", async () => {
    const created = await anEvent();
    const key = { name: "bell", namespace: created.metadata.namespace };
    await subject.store.delete(AgentEventResource, key);
    await subject.store.create(
      AgentEventResource,
      eventDraft({ name: "bell", namespace: key.namespace ?? "" }),
    );
    await refusalOf(subject.store.replace(AgentEventResource, created), StoreErrorReason.conflict);
  });

  test("refuses to replace what is not there", async () => {
    const created = await anEvent();
    const ghost = { ...created, metadata: { ...created.metadata, name: "ghost" } };
    await refusalOf(subject.store.replace(AgentEventResource, ghost), StoreErrorReason.notFound);
    await refusalOf(subject.store.replaceStatus(AgentEventResource, ghost), StoreErrorReason.notFound);
  });

  test("keeps the status out of a replacement, and the rest out of a status", async () => {
    const created = await anEvent();
    const fired = await subject.store.replaceStatus(AgentEventResource, {
      ...created,
      metadata: { ...created.metadata, labels: { sneaked: "in" } },
      spec: { ...created.spec, suspended: true },
      status: { firedCount: 1 },
    });
    assert.equal(fired.status, { firedCount: 1 });
    assert.is(fired.spec.suspended, false);
    assert.is(fired.metadata.labels, undefined);
    assert.is(fired.metadata.generation, 1);
    const edited = { ...fired, spec: { ...fired.spec, suspended: true }, status: { firedCount: 9 } };
    const replaced = await subject.store.replace(AgentEventResource, edited);
    assert.equal(replaced.status, { firedCount: 1 });
    assert.is(replaced.metadata.generation, 2);
  });

  test("takes a status away", async () => {
    const created = await anEvent();
    const fired = await subject.store.replaceStatus(AgentEventResource, {
      ...created,
      status: { firedCount: 1 },
    });
    const { status: _, ...without } = fired as AgentEvent & { readonly status?: unknown };
    const cleared: AgentEvent = await subject.store.replaceStatus(AgentEventResource, without);
    assert.is(cleared.status, undefined);
  });

  test("validates and prunes a status", async () => {
    const created = await anEvent();
    const wrong = { ...created, status: { firedCount: -1 } };
    const refused = subject.store.replaceStatus(AgentEventResource, wrong);
    assert.equal(fieldsOf(await refusalOf(refused, StoreErrorReason.invalid)), ["status.firedCount"]);
    const surplus = { ...created, status: { firedCount: 1, extra: 2 } };
    const pruned = await subject.store.replaceStatus(AgentEventResource, surplus);
    assert.equal(pruned.status, { firedCount: 1 });
  });

  test("never lets the spec of a run change", async () => {
    const namespace = await subject.namespace();
    const run = await subject.store.create(AgentRunResource, runDraft({ name: "run", namespace }));
    const changed = { ...run, spec: { ...run.spec, team: "others" } };
    const refused = subject.store.replace(AgentRunResource, changed);
    assert.equal(fieldsOf(await refusalOf(refused, StoreErrorReason.invalid)), ["spec"]);
    const begun = await subject.store.replaceStatus(AgentRunResource, {
      ...run,
      status: { phase: "Running" },
    });
    assert.is(begun.status?.phase, "Running");
  });

  test("tries a replacement without writing", async () => {
    const created = await anEvent();
    const changed = { ...created, spec: { ...created.spec, suspended: true }, status: { firedCount: 1 } };
    const tried = await subject.store.replace(AgentEventResource, changed, { dryRun: true });
    assert.is(tried.spec.suspended, true);
    await subject.store.replaceStatus(AgentEventResource, changed, { dryRun: true });
    const key = { name: "bell", namespace: created.metadata.namespace };
    assert.equal(await subject.store.get(AgentEventResource, key), created);
  });

  test("loses none of 200 parallel increments", async () => {
    const created = await anEvent();
    const key = { name: "bell", namespace: created.metadata.namespace };
    const increment = async (): Promise<void> => {
      while (!(await hasIncremented(subject.store, key)));
    };
    await Promise.all(Array.from({ length: 200 }, increment));
    assert.is((await subject.store.get(AgentEventResource, key))?.status?.firedCount, 200);
  });
};

/** Counts one fire more by compare-and-swap; answers false where another writer was faster. */
async function hasIncremented(store: Store, key: ObjectKey): Promise<boolean> {
  const event = await store.get(AgentEventResource, key);
  if (event === undefined) throw new Error("the event is gone");
  const status = { firedCount: (event.status?.firedCount ?? 0) + 1 };
  try {
    await store.replaceStatus(AgentEventResource, { ...event, status });
    return true;
  } catch (error) {
    if (isStoreError(error, StoreErrorReason.conflict)) return false;
    throw error;
  }
}
