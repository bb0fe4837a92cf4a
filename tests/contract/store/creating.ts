import * as assert from "uvu/assert";
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { StoreErrorReason } from "../../../runtime/ports/store-error.ts";
import { eventDraft } from "./drafts.ts";
import { refusalOf } from "./refusal-of.ts";
import type { Topic } from "./subject.ts";

/** What a store does when it creates and reads. */
export const creating: Topic = (test, subject) => {
  test("gives a new object its uid, versions and time", async () => {
    const namespace = await subject.namespace();
    const created = await subject.store.create(AgentEventResource, eventDraft({ name: "bell", namespace }));
    const { metadata } = created;
    assert.match(metadata.uid, /^[0-9a-f-]{36}$/);
    assert.match(metadata.resourceVersion, /^\d+$/);
    assert.is(metadata.generation, 1);
    assert.match(metadata.creationTimestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.is(created.apiVersion, "tocsin.dev/v1alpha1");
    assert.is(created.kind, "AgentEvent");
  });

  test("reads what it has created", async () => {
    const namespace = await subject.namespace();
    const created = await subject.store.create(AgentEventResource, eventDraft({ name: "bell", namespace }));
    assert.equal(await subject.store.get(AgentEventResource, { name: "bell", namespace }), created);
  });

  test("answers undefined for what is not there", async () => {
    const namespace = await subject.namespace();
    assert.is(await subject.store.get(AgentEventResource, { name: "ghost", namespace }), undefined);
    assert.is(
      await subject.store.get(AgentEventResource, { name: "ghost", namespace: "no-such" }),
      undefined,
    );
  });

  test("keeps labels, annotations and any text as they are", async () => {
    const namespace = await subject.namespace();
    const metadata = {
      name: "bell",
      namespace,
      labels: { "tocsin.dev/team": "writers", empty: "" },
      annotations: { "a.example/note": "line\nline \u0000 🔔 \u2028 '\"\\" },
    };
    const draft = eventDraft(metadata, { targets: [{ team: "a", input: { text: "\u0007 ñ 🔔 \\u0000" } }] });
    const created = await subject.store.create(AgentEventResource, draft);
    const read = await subject.store.get(AgentEventResource, { name: "bell", namespace });
    assert.equal(created.metadata.labels, metadata.labels);
    assert.equal(read?.metadata.annotations, metadata.annotations);
    assert.equal(read?.spec.targets[0]?.input, { text: "\u0007 ñ 🔔 \\u0000" });
  });

  test("refuses a second object of a name, and keeps the first", async () => {
    const namespace = await subject.namespace();
    const first = await subject.store.create(AgentEventResource, eventDraft({ name: "bell", namespace }));
    const second = subject.store.create(
      AgentEventResource,
      eventDraft({ name: "bell", namespace }, { suspended: true }),
    );
    await refusalOf(second, StoreErrorReason.alreadyExists);
    assert.equal(await subject.store.get(AgentEventResource, { name: "bell", namespace }), first);
  });

  test("keeps objects of one name apart by namespace", async () => {
    const [one, other] = [await subject.namespace(), await subject.namespace()];
    await subject.store.create(AgentEventResource, eventDraft({ name: "bell", namespace: one }));
    await subject.store.create(AgentEventResource, eventDraft({ name: "bell", namespace: other }));
    assert.is((await subject.store.list(AgentEventResource, { namespace: one })).items.length, 1);
  });

  test("lets one of many creates of a name win", async () => {
    const namespace = await subject.namespace();
    const tries = Array.from({ length: 20 }, () =>
      subject.store.create(AgentEventResource, eventDraft({ name: "bell", namespace })),
    );
    const results = await Promise.allSettled(tries);
    assert.is(results.filter(({ status }) => status === "fulfilled").length, 1);
  });

  test("refuses to create in a namespace that is not there", async () => {
    const namespace = `no-such-${crypto.randomUUID()}`;
    const refused = subject.store.create(AgentEventResource, eventDraft({ name: "bell", namespace }));
    const error = await refusalOf(refused, StoreErrorReason.notFound);
    assert.match(error.message, `namespaces "${namespace}" not found`);
  });

  test("makes up the rest of a generated name", async () => {
    const namespace = await subject.namespace();
    const draft = { ...eventDraft({ name: "", namespace }), metadata: { namespace, generateName: "bell-" } };
    const names = new Set<string>();
    for (let i = 0; i < 5; i++) {
      const created = await subject.store.create(AgentEventResource, draft as never);
      assert.match(created.metadata.name, /^bell-[a-z0-9]{5}$/);
      names.add(created.metadata.name);
    }
    assert.is(names.size, 5);
  });

  test("ignores a status that comes with a new object", async () => {
    const namespace = await subject.namespace();
    const draft = { ...eventDraft({ name: "bell", namespace }), status: { firedCount: 5 } };
    const created = await subject.store.create(AgentEventResource, draft);
    assert.is(created.status, undefined);
  });

  test("tries a create without writing", async () => {
    const namespace = await subject.namespace();
    const draft = eventDraft({ name: "bell", namespace });
    const tried = await subject.store.create(AgentEventResource, draft, { dryRun: true });
    assert.is(tried.spec.concurrencyPolicy, "Allow");
    assert.is(await subject.store.get(AgentEventResource, { name: "bell", namespace }), undefined);
    const invalid = eventDraft({ name: "bell", namespace }, { targets: [] });
    await refusalOf(
      subject.store.create(AgentEventResource, invalid, { dryRun: true }),
      StoreErrorReason.invalid,
    );
  });

  test("hands out objects that nobody else holds", async () => {
    const namespace = await subject.namespace();
    const draft = eventDraft({ name: "bell", namespace }, { targets: [{ team: "a", input: { k: "v" } }] });
    const created = await subject.store.create(AgentEventResource, draft);
    (created.spec as { suspended: boolean }).suspended = true;
    (draft.spec.targets[0] as { team: string }).team = "changed";
    const read = await subject.store.get(AgentEventResource, { name: "bell", namespace });
    assert.is(read?.spec.suspended, false);
    assert.is(read?.spec.targets[0]?.team, "a");
  });
};
