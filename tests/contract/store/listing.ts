import * as assert from "uvu/assert";
import { type AgentEvent, AgentEventResource } from "../../../lib/api/agent-event.ts";
import type { ListOptions } from "../../../runtime/ports/store.ts";
import { StoreErrorReason } from "../../../runtime/ports/store-error.ts";
import { eventDraft } from "./drafts.ts";
import { refusalOf } from "./refusal-of.ts";
import type { Topic } from "./subject.ts";

/** How a store lists: order, pages and selections. */
export const listing: Topic = (test, subject) => {
  const create = (name: string, namespace: string, labels: Record<string, string> = {}) =>
    subject.store.create(AgentEventResource, eventDraft({ name, namespace, labels }));
  const namesOf = (items: readonly AgentEvent[]) => items.map((item) => item.metadata.name);
  const pages = async (options: ListOptions): Promise<readonly (readonly string[])[]> => {
    const read: (readonly string[])[] = [];
    let continueToken: string | undefined;
    do {
      const page = await subject.store.list(AgentEventResource, { ...options, continueToken });
      read.push(namesOf(page.items));
      continueToken = page.continueToken;
    } while (continueToken !== undefined);
    return read;
  };

  test("lists an empty namespace, with a version to watch from", async () => {
    const page = await subject.store.list(AgentEventResource, { namespace: await subject.namespace() });
    assert.equal(page.items, []);
    assert.match(page.resourceVersion, /^\d+$/);
    assert.is(page.continueToken, undefined);
  });

  test("lists in the order of names, whatever the order of creation", async () => {
    const namespace = await subject.namespace();
    for (const name of ["b", "a-2", "c", "a.1", "a"]) await create(name, namespace);
    const { items } = await subject.store.list(AgentEventResource, { namespace });
    assert.equal(namesOf(items), ["a", "a-2", "a.1", "b", "c"]);
  });

  test("lists whole objects", async () => {
    const namespace = await subject.namespace();
    const created = await create("bell", namespace);
    const { items } = await subject.store.list(AgentEventResource, { namespace });
    assert.equal(items, [created]);
  });

  test("lists all namespaces where none is named", async () => {
    const [one, other] = [await subject.namespace(), await subject.namespace()];
    await create("bell", one);
    await create("bell", other);
    const { items } = await subject.store.list(AgentEventResource);
    const namespaces = items.map((item) => item.metadata.namespace);
    assert.ok(namespaces.includes(one) && namespaces.includes(other));
    assert.equal(namespaces, [...namespaces].sort());
  });

  test("turns pages without losing or repeating", async () => {
    const namespace = await subject.namespace();
    for (const name of ["e", "d", "c", "b", "a"]) await create(name, namespace);
    assert.equal(await pages({ namespace, limit: 2 }), [["a", "b"], ["c", "d"], ["e"]]);
    assert.equal(await pages({ namespace, limit: 5 }), [["a", "b", "c", "d", "e"]]);
    assert.equal(await pages({ namespace, limit: 1 }), [["a"], ["b"], ["c"], ["d"], ["e"]]);
  });

  test("turns pages of a selection", async () => {
    const namespace = await subject.namespace();
    for (const [index, name] of ["a", "b", "c", "d", "e"].entries()) {
      await create(name, namespace, { parity: index % 2 === 0 ? "even" : "odd" });
    }
    const read = await pages({ namespace, limit: 2, labelSelector: "parity=even" });
    assert.equal(read.flat(), ["a", "c", "e"]);
  });

  test("shows one moment on all pages, and the same version", async () => {
    const namespace = await subject.namespace();
    for (const name of ["a", "c", "e", "g"]) await create(name, namespace);
    const first = await subject.store.list(AgentEventResource, { namespace, limit: 2 });
    const { continueToken } = first;
    await subject.store.delete(AgentEventResource, { name: "e", namespace });
    await create("f", namespace);
    const last = await subject.store.get(AgentEventResource, { name: "g", namespace });
    if (last === undefined) throw new Error("g is gone");
    await subject.store.replace(AgentEventResource, { ...last, spec: { ...last.spec, suspended: true } });
    const second = await subject.store.list(AgentEventResource, { namespace, limit: 9, continueToken });
    assert.equal(namesOf(second.items), ["e", "g"]);
    assert.is(second.items[1]?.spec.suspended, false);
    assert.is(second.resourceVersion, first.resourceVersion);
  });

  test("refuses a continue token that it did not give", async () => {
    const namespace = await subject.namespace();
    const list = subject.store.list(AgentEventResource, { namespace, limit: 1, continueToken: "%%%" });
    await refusalOf(list, StoreErrorReason.badRequest);
  });

  const selections: readonly (ListOptions & { readonly names: readonly string[] })[] = [
    { labelSelector: "tier=front", names: ["a", "b"] },
    { labelSelector: "tier==front,app=x", names: ["a"] },
    { labelSelector: "tier!=front", names: ["c", "d"] },
    { labelSelector: "tier in (back, other)", names: ["c"] },
    { labelSelector: "tier notin (front,back)", names: ["d"] },
    { labelSelector: "app", names: ["a", "b"] },
    { labelSelector: "!app", names: ["c", "d"] },
    { labelSelector: "app=", names: ["b"] },
    { labelSelector: "", names: ["a", "b", "c", "d"] },
    { labelSelector: "tier=ghost", names: [] },
    { fieldSelector: "metadata.name=b", names: ["b"] },
    { fieldSelector: "metadata.name!=b", names: ["a", "c", "d"] },
    { fieldSelector: "metadata.name==b", labelSelector: "tier=back", names: [] },
  ];
  for (const { names, ...selection } of selections) {
    test(`selects by ${JSON.stringify(selection)}`, async () => {
      const namespace = await subject.namespace();
      await create("a", namespace, { tier: "front", app: "x" });
      await create("b", namespace, { tier: "front", app: "" });
      await create("c", namespace, { tier: "back" });
      await create("d", namespace);
      const { items } = await subject.store.list(AgentEventResource, { namespace, ...selection });
      assert.equal(namesOf(items), names);
    });
  }

  const wrongSelections: readonly ListOptions[] = [
    { labelSelector: "a b" },
    { labelSelector: "a in (b" },
    { labelSelector: "a=b/c" },
    { labelSelector: "=b" },
    { fieldSelector: "spec.suspended=true" },
    { fieldSelector: "metadata.name" },
  ];
  for (const selection of wrongSelections) {
    test(`refuses to select by ${JSON.stringify(selection)}`, async () => {
      const namespace = await subject.namespace();
      const list = subject.store.list(AgentEventResource, { namespace, ...selection });
      await refusalOf(list, StoreErrorReason.badRequest);
    });
  }
};
