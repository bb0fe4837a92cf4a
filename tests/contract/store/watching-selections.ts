import * as assert from "uvu/assert";
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { isStoreError, StoreErrorReason } from "../../../runtime/ports/store-error.ts";
import { eventDraft } from "./drafts.ts";
import type { Topic } from "./subject.ts";
import { outline, watched } from "./watched.ts";

/** How a store reports changes of what is selected. */
export const watchingSelections: Topic = (test, subject) => {
  const create = (name: string, namespace: string, labels: Record<string, string> = {}) =>
    subject.store.create(AgentEventResource, eventDraft({ name, namespace, labels }));
  const versionOf = async (namespace: string) =>
    (await subject.store.list(AgentEventResource, { namespace })).resourceVersion;

  test("reports one namespace, or all", async () => {
    const [one, other] = [await subject.namespace(), await subject.namespace()];
    const resourceVersion = await versionOf(one);
    await create("elsewhere", other);
    await create("here", one);
    const narrow = await watched(
      subject.store,
      AgentEventResource,
      { namespace: one, resourceVersion },
      () => true,
    );
    assert.equal(outline(narrow), ["ADDED here"]);
    const isBoth = (names: readonly string[]) => names.includes("here") && names.includes("elsewhere");
    await watched(subject.store, AgentEventResource, { resourceVersion }, (reported) =>
      isBoth(
        reported
          .filter(({ object }) => [one, other].includes(object.metadata.namespace ?? ""))
          .map(({ object }) => object.metadata.name),
      ),
    );
  });

  test("reports a selection: what comes to match is added, what stops matching is deleted", async () => {
    const namespace = await subject.namespace();
    const resourceVersion = await versionOf(namespace);
    const relabel = async (name: string, labels: Record<string, string>) => {
      const object = await subject.store.get(AgentEventResource, { name, namespace });
      if (object === undefined) throw new Error(`${name} is gone`);
      await subject.store.replace(AgentEventResource, {
        ...object,
        metadata: { ...object.metadata, labels },
      });
    };
    await create("bell", namespace, { tier: "back" });
    await relabel("bell", { tier: "front" });
    await relabel("bell", { tier: "front", more: "x" });
    await relabel("bell", { tier: "back" });
    await subject.store.delete(AgentEventResource, { name: "bell", namespace });
    await create("gong", namespace, { tier: "front" });
    await subject.store.delete(AgentEventResource, { name: "gong", namespace });
    const options = { namespace, resourceVersion, labelSelector: "tier=front" };
    const reported = await watched(subject.store, AgentEventResource, options, ({ length }) => length === 5);
    assert.equal(outline(reported), [
      "ADDED bell",
      "MODIFIED bell",
      "DELETED bell",
      "ADDED gong",
      "DELETED gong",
    ]);
  });

  test("reports one object by its name", async () => {
    const namespace = await subject.namespace();
    const resourceVersion = await versionOf(namespace);
    await create("other", namespace);
    await create("bell", namespace);
    const options = { namespace, resourceVersion, fieldSelector: "metadata.name=bell" };
    const reported = await watched(subject.store, AgentEventResource, options, () => true);
    assert.equal(outline(reported), ["ADDED bell"]);
  });

  for (const wrong of [{ labelSelector: "a b" }, { fieldSelector: "spec.x=y" }]) {
    test(`refuses to watch ${JSON.stringify(wrong)}`, async () => {
      const namespace = await subject.namespace();
      const error = await watched(
        subject.store,
        AgentEventResource,
        { namespace, ...wrong },
        () => true,
      ).catch((thrown: unknown) => thrown);
      assert.ok(isStoreError(error, StoreErrorReason.badRequest));
    });
  }
};
