import * as assert from "uvu/assert";
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { AgentTeamResource } from "../../../lib/api/agent-team.ts";
import { StoreErrorReason } from "../../../runtime/ports/store-error.ts";
import { wideText } from "../../support/resource-cases/resource-case.ts";
import { eventDraft, teamDraft } from "./drafts.ts";
import { fieldsOf, refusalOf } from "./refusal-of.ts";
import type { Topic } from "./subject.ts";

/** How a store prunes, defaults and validates. The kinds' own rules have tables of cases elsewhere. */
export const admission: Topic = (test, subject) => {
  test("drops fields that the kind does not have", async () => {
    const namespace = await subject.namespace();
    const draft = eventDraft(
      { name: "bell", namespace },
      { extra: 1, source: { type: "webhook", extra: [] } },
    );
    const created = await subject.store.create(AgentEventResource, draft);
    assert.not.ok("extra" in created.spec);
    assert.equal(created.spec.source, { type: "webhook" });
  });

  test("fills in defaults at every depth", async () => {
    const namespace = await subject.namespace();
    const draft = teamDraft({ name: "team", namespace }, { runHistoryLimit: { failed: 1 } });
    const { spec } = await subject.store.create(AgentTeamResource, draft);
    assert.is(spec.timeoutSeconds, 600);
    assert.is(spec.steps[0]?.timeoutSeconds, 300);
    assert.equal(spec.runHistoryLimit, { succeeded: 10, failed: 1 });
  });

  test("says of every wrong field where it is", async () => {
    const namespace = await subject.namespace();
    const draft = eventDraft(
      { name: "bell", namespace },
      { suspended: "yes", targets: [{ team: "a" }, { team: "Not A Name" }] },
    );
    const error = await refusalOf(subject.store.create(AgentEventResource, draft), StoreErrorReason.invalid);
    assert.equal(fieldsOf(error), ["spec.suspended", "spec.targets[1].team"]);
    assert.match(error.message, "bell");
    for (const cause of error.causes) assert.ok(cause.message.length > 0 && cause.reason.length > 0);
  });

  test("says which rule is broken", async () => {
    const namespace = await subject.namespace();
    const draft = eventDraft({ name: "bell", namespace }, { source: { type: "cron" } });
    const error = await refusalOf(subject.store.create(AgentEventResource, draft), StoreErrorReason.invalid);
    assert.equal(fieldsOf(error), ["spec.source"]);
    assert.match(error.message, "cron is required when type is cron");
  });

  test("validates replacements like new objects, and keeps what was there", async () => {
    const namespace = await subject.namespace();
    const created = await subject.store.create(AgentEventResource, eventDraft({ name: "bell", namespace }));
    const wrong = { ...created, spec: { ...created.spec, targets: [] } };
    await refusalOf(subject.store.replace(AgentEventResource, wrong), StoreErrorReason.invalid);
    assert.equal(await subject.store.get(AgentEventResource, { name: "bell", namespace }), created);
  });

  for (const name of ["Bell", "bell_", "-bell", "bell-", "b..c", "bell!", "é", "b".repeat(254)]) {
    test(`refuses the name ${JSON.stringify(name.slice(0, 10))} (${name.length})`, async () => {
      const namespace = await subject.namespace();
      const draft = teamDraft({ name, namespace });
      const error = await refusalOf(subject.store.create(AgentTeamResource, draft), StoreErrorReason.invalid);
      assert.ok(fieldsOf(error).includes("metadata.name"));
    });
  }

  const wrongMaps = [
    { name: "a label key with a blank", metadata: { labels: { "a b": "c" } }, field: "metadata.labels" },
    { name: "a label value with a slash", metadata: { labels: { a: "b/c" } }, field: "metadata.labels" },
    {
      name: "a label value of 64 characters",
      metadata: { labels: { a: "b".repeat(64) } },
      field: "metadata.labels",
    },
    {
      name: "an annotation key that is none",
      metadata: { annotations: { "/": "" } },
      field: "metadata.annotations",
    },
    {
      name: "more than 256 KiB of annotations",
      metadata: { annotations: { a: "x".repeat(140_000), b: "x".repeat(140_000) } },
      field: "metadata.annotations",
    },
  ];
  for (const { name, metadata, field } of wrongMaps) {
    test(`refuses ${name}`, async () => {
      const namespace = await subject.namespace();
      const draft = eventDraft({ name: "bell", namespace, ...metadata });
      const error = await refusalOf(
        subject.store.create(AgentEventResource, draft),
        StoreErrorReason.invalid,
      );
      assert.ok(fieldsOf(error).includes(field), error.message);
    });
  }

  test("takes 256 KiB of annotations", async () => {
    const namespace = await subject.namespace();
    const annotations = { note: "x".repeat(262_144 - 4) };
    const draft = eventDraft({ name: "bell", namespace, annotations });
    const created = await subject.store.create(AgentEventResource, draft);
    assert.is(created.metadata.annotations?.["note"]?.length, 262_140);
  });

  test("counts characters and not their UTF-16 units", async () => {
    const namespace = await subject.namespace();
    const prompting = (length: number) => ({
      steps: [{ name: "write", service: "writer", prompt: wideText(length) }],
    });
    await subject.store.create(AgentTeamResource, teamDraft({ name: "fits", namespace }, prompting(32_768)));
    const tooLong = teamDraft({ name: "over", namespace }, prompting(32_769));
    await refusalOf(subject.store.create(AgentTeamResource, tooLong), StoreErrorReason.invalid);
  });

  test("refuses an object that is too big to store, for good", async () => {
    const namespace = await subject.namespace();
    const step = (index: number) => ({ name: `s${index}`, service: "writer", prompt: wideText(32_768) });
    const draft = teamDraft(
      { name: "big", namespace },
      { steps: Array.from({ length: 32 }, (_, i) => step(i)) },
    );
    const error = await subject.store.create(AgentTeamResource, draft).catch((thrown) => thrown);
    assert.is(error.name, "StoreError");
    assert.not(error.isTransient);
    assert.is(await subject.store.get(AgentTeamResource, { name: "big", namespace }), undefined);
  });
};
