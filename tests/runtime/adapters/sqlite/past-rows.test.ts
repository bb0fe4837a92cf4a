import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentEventResource } from "../../../../lib/api/agent-event.ts";
import { NamespaceType } from "../../../../lib/api/core-types.ts";
import type { SqliteStore } from "../../../../runtime/adapters/sqlite/sqlite-store.ts";
import { eventDraft } from "../../../contract/store/drafts.ts";
import { openStore } from "../../../support/open-store.ts";

const test = suite("pastRows");

type Act = {
  readonly what: "create" | "change" | "delete";
  readonly namespace: string;
  readonly name: string;
};
const act: fc.Arbitrary<Act> = fc.record({
  what: fc.constantFrom("create" as const, "change" as const, "delete" as const),
  namespace: fc.constantFrom("default", "other"),
  name: fc.constantFrom("a", "a-1", "b", "c", "d"),
});

/** Carries an act out where it can be. */
async function perform(store: SqliteStore, { what, ...key }: Act): Promise<void> {
  const object = await store.get(AgentEventResource, key);
  if (what === "create" && object === undefined) await store.create(AgentEventResource, eventDraft(key));
  if (object === undefined) return;
  if (what === "delete") await store.delete(AgentEventResource, key);
  if (what === "change") {
    const spec = { ...object.spec, suspended: !object.spec.suspended };
    await store.replace(AgentEventResource, { ...object, spec });
  }
}

test("shows on every page what was there when the list began, whatever happens meanwhile", async () => {
  const cases = fc.record({
    before: fc.array(act, { maxLength: 12 }),
    between: fc.array(fc.array(act, { maxLength: 4 }), { minLength: 1, maxLength: 8 }),
    limit: fc.integer({ min: 1, max: 3 }),
    namespace: fc.constantFrom(undefined, "default"),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ before, between, limit, namespace }) => {
      const store = await openStore();
      await store.create(NamespaceType, { apiVersion: "v1", kind: "Namespace", metadata: { name: "other" } });
      for (const each of before) await perform(store, each);
      const expected = await store.list(AgentEventResource, { namespace });
      const items: unknown[] = [];
      let continueToken: string | undefined;
      for (let page = 0; page === 0 || continueToken !== undefined; page++) {
        const read = await store.list(AgentEventResource, { namespace, limit, continueToken });
        assert.is(read.resourceVersion, expected.resourceVersion);
        assert.ok(read.items.length <= limit);
        items.push(...read.items);
        continueToken = read.continueToken;
        for (const each of between[page] ?? []) await perform(store, each);
      }
      assert.equal(items, expected.items);
      await store.close();
    }),
    { numRuns: 150 },
  );
});

test.run();
