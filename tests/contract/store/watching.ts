import * as assert from "uvu/assert";
import { AgentEventResource } from "../../../lib/api/agent-event.ts";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import { controllerReference } from "../../../lib/api/object.ts";
import { eventDraft, runDraft } from "./drafts.ts";
import type { Topic } from "./subject.ts";
import { outline, watched } from "./watched.ts";

/** How a store reports changes. */
export const watching: Topic = (test, subject) => {
  const create = (name: string, namespace: string, labels: Record<string, string> = {}) =>
    subject.store.create(AgentEventResource, eventDraft({ name, namespace, labels }));
  const versionOf = async (namespace: string) =>
    (await subject.store.list(AgentEventResource, { namespace })).resourceVersion;

  test("reports what is added, modified and deleted, in order", async () => {
    const namespace = await subject.namespace();
    const resourceVersion = await versionOf(namespace);
    const created = await create("bell", namespace);
    const changed = { ...created, spec: { ...created.spec, suspended: true } };
    const replaced = await subject.store.replace(AgentEventResource, changed);
    const fired = await subject.store.replaceStatus(AgentEventResource, {
      ...replaced,
      status: { firedCount: 1 },
    });
    await subject.store.delete(AgentEventResource, { name: "bell", namespace });
    const reported = await watched(
      subject.store,
      AgentEventResource,
      { namespace, resourceVersion },
      ({ length }) => length === 4,
    );
    assert.equal(outline(reported), ["ADDED bell", "MODIFIED bell", "MODIFIED bell", "DELETED bell"]);
    assert.equal(
      reported.slice(0, 3).map(({ object }) => object),
      [created, replaced, fired],
    );
    const last = reported[3]?.object.metadata.resourceVersion ?? "";
    assert.ok(Number(last) > Number(fired.metadata.resourceVersion), "the deletion has a version of its own");
  });

  test("reports nothing where a write changes nothing, or is only tried", async () => {
    const namespace = await subject.namespace();
    const created = await create("bell", namespace);
    const resourceVersion = await versionOf(namespace);
    await subject.store.replace(AgentEventResource, created);
    await subject.store.create(AgentEventResource, eventDraft({ name: "tried", namespace }), {
      dryRun: true,
    });
    await create("next", namespace);
    const reported = await watched(
      subject.store,
      AgentEventResource,
      { namespace, resourceVersion },
      () => true,
    );
    assert.equal(outline(reported), ["ADDED next"]);
  });

  test("resumes after each event without losing or repeating", async () => {
    const namespace = await subject.namespace();
    let resourceVersion = await versionOf(namespace);
    const names = Array.from({ length: 20 }, (_, index) => `bell-${String(index).padStart(2, "0")}`);
    const writing = (async () => {
      for (const name of names) await create(name, namespace);
    })();
    const seen: string[] = [];
    while (seen.length < names.length) {
      const options = { namespace, resourceVersion };
      const reported = await watched(
        subject.store,
        AgentEventResource,
        options,
        ({ length }) => length >= 3 || seen.length + length >= names.length,
      );
      seen.push(...reported.map(({ object }) => object.metadata.name));
      resourceVersion = reported.at(-1)?.object.metadata.resourceVersion ?? resourceVersion;
    }
    await writing;
    assert.equal(seen, names);
  });

  test("reports each of many parallel writes once, in the order of their versions", async () => {
    const namespace = await subject.namespace();
    const resourceVersion = await versionOf(namespace);
    const names = Array.from({ length: 100 }, (_, index) => `bell-${index}`);
    const created = await Promise.all(names.map((name) => create(name, namespace)));
    const reported = await watched(
      subject.store,
      AgentEventResource,
      { namespace, resourceVersion },
      ({ length }) => length === names.length,
    );
    const versions = reported.map(({ object }) => Number(object.metadata.resourceVersion));
    assert.equal(
      versions,
      [...versions].sort((one, other) => one - other),
    );
    assert.equal(new Set(versions), new Set(created.map(({ metadata }) => Number(metadata.resourceVersion))));
    assert.is(new Set(versions).size, names.length);
  });

  test("begins with the present where no version is given", async () => {
    const namespace = await subject.namespace();
    await create("before", namespace);
    let isDone = false;
    const watching = watched(subject.store, AgentEventResource, { namespace }, () => true);
    const writing = (async () => {
      for (let index = 0; !isDone; index++) {
        await create(`after-${index}`, namespace);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const [first] = await watching;
    isDone = true;
    await writing;
    assert.match(first?.object.metadata.name ?? "", /^after-/);
  });

  test("reports what is collected with its owner", async () => {
    const namespace = await subject.namespace();
    const owner = await create("bell", namespace);
    const ownerReferences = [controllerReference(owner)];
    await subject.store.create(AgentRunResource, runDraft({ name: "run", namespace, ownerReferences }));
    const { resourceVersion } = await subject.store.list(AgentRunResource, { namespace });
    await subject.store.delete(AgentEventResource, { name: "bell", namespace });
    const isDeleted = (reported: readonly { type: string }[]) => reported.at(-1)?.type === "DELETED";
    const reported = await watched(
      subject.store,
      AgentRunResource,
      { namespace, resourceVersion },
      isDeleted,
    );
    assert.is(reported.at(-1)?.object.metadata.name, "run");
  });

  test("delivers nothing after its end", async () => {
    const namespace = await subject.namespace();
    const resourceVersion = await versionOf(namespace);
    const end = new AbortController();
    const seen: string[] = [];
    const watch = subject.store.watch(AgentEventResource, { namespace, resourceVersion, signal: end.signal });
    const ended = (async () => {
      for await (const event of watch) {
        if (event.type === "BOOKMARK") continue;
        seen.push(event.object.metadata.name);
        end.abort();
      }
    })();
    for (const name of ["a", "b", "c"]) await create(name, namespace);
    await ended;
    await create("d", namespace);
    assert.equal(seen, ["a"]);
  });

  test("ends an idle watch at once, and one that was ended before it began", async () => {
    const namespace = await subject.namespace();
    for (const isLate of [true, false]) {
      const end = new AbortController();
      if (!isLate) end.abort();
      const options = { namespace, resourceVersion: await versionOf(namespace), signal: end.signal };
      const events: unknown[] = [];
      const ended = (async () => {
        for await (const event of subject.store.watch(AgentEventResource, options)) events.push(event);
      })();
      await new Promise((resolve) => setImmediate(resolve));
      end.abort();
      await ended;
      assert.equal(events, []);
    }
  });
};
