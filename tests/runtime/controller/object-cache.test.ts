import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AgentTeam } from "../../../lib/api/agent-team.ts";
import { ObjectCache } from "../../../runtime/controller/object-cache.ts";
import { aTeam } from "../../support/builders/a-team.ts";

const team = (name: string, resourceVersion: number, label = "x", uid = `${name}-uid`) =>
  aTeam({ metadata: { name, uid, resourceVersion: `${resourceVersion}`, labels: { label } } });

function aCache() {
  const errors: unknown[] = [];
  const cache = new ObjectCache<AgentTeam>({
    indexes: { label: ({ metadata }) => Object.values(metadata.labels ?? {}) },
    onListenerError: (error) => errors.push(error),
  });
  const changes: string[] = [];
  const version = (of: AgentTeam | undefined) => of?.metadata.resourceVersion ?? "-";
  const stop = cache.onChange(({ before, after }) => {
    changes.push(`${(after ?? before)?.metadata.name} ${version(before)} ${version(after)}`);
  });
  return { cache, changes, errors, stop };
}
const key = (name: string) => ({ namespace: "default", name });
const named = (objects: Iterable<AgentTeam>) => Array.from(objects, ({ metadata }) => metadata.name).sort();

const test = suite("ObjectCache");

test("gives what it took in, by key and by index", () => {
  const { cache } = aCache();
  cache.upsert(team("a", 1, "red"));
  cache.upsert(team("b", 2, "red"));
  assert.is(cache.get(key("a"))?.metadata.resourceVersion, "1");
  assert.is(cache.get({ namespace: "other", name: "a" }), undefined);
  assert.equal(
    [named(cache.byIndex("label", "red")), named(cache.byIndex("label", "blue"))],
    [["a", "b"], []],
  );
  assert.equal([named(cache.all()), cache.size], [["a", "b"], 2]);
});

test("moves an object between the values of an index, and takes it out", () => {
  const { cache } = aCache();
  cache.upsert(team("a", 1, "red"));
  cache.upsert(team("a", 2, "blue"));
  assert.equal([named(cache.byIndex("label", "red")), named(cache.byIndex("label", "blue"))], [[], ["a"]]);
  cache.remove(key("a"));
  assert.equal(named(cache.byIndex("label", "blue")), []);
});

test("refuses an index that it does not have", () => {
  assert.throws(() => aCache().cache.byIndex("other", "x"), /no index other/);
});

test("ignores the version that it knows and older ones, by number", () => {
  const { cache, changes } = aCache();
  for (const version of [9, 10, 9, 10]) cache.upsert(team("a", version));
  assert.equal(changes, ["a - 9", "a 9 10"]);
});

test("takes an object that was made anew, whatever its version", () => {
  const { cache } = aCache();
  cache.upsert(team("a", 10, "red", "old"));
  cache.upsert(team("a", 3, "blue", "new"));
  assert.is(cache.get(key("a"))?.metadata.uid, "new");
  assert.equal(named(cache.byIndex("label", "red")), []);
});

test("remembers a write of what it knows, and nothing that may be gone by now", () => {
  const { cache } = aCache();
  cache.remember(team("a", 1));
  assert.is(cache.size, 0);
  cache.upsert(team("a", 1));
  cache.remember(team("a", 2));
  cache.remember(team("a", 1));
  cache.remember(team("a", 9, "x", "another"));
  assert.equal(
    [cache.get(key("a"))?.metadata.resourceVersion, cache.get(key("a"))?.metadata.uid],
    ["2", "a-uid"],
  );
});

test("takes in a whole list: adds, changes, and forgets what is not in it", () => {
  const { cache, changes } = aCache();
  for (const each of [team("gone", 1), team("same", 2), team("old", 3), team("newer", 9)]) cache.upsert(each);
  changes.length = 0;
  cache.replaceAll([team("same", 2), team("old", 6), team("newer", 5), team("new", 7)], "8");
  assert.equal(changes, ["gone 1 -", "old 3 6", "new - 7"]);
  assert.is(cache.get(key("newer"))?.metadata.resourceVersion, "9");
});

test("keeps what a watch has reported since the list", () => {
  const { cache } = aCache();
  cache.upsert(team("young", 12));
  cache.replaceAll([], "10");
  assert.equal(named(cache.all()), ["young"]);
});

test("is synced from its first list on", async () => {
  const { cache } = aCache();
  cache.upsert(team("a", 1));
  assert.not.ok(cache.isSynced);
  cache.replaceAll([], "5");
  assert.ok(cache.isSynced);
  await cache.whenSynced;
});

test("is synced once each of its namespaces is listed, and a list of one leaves the other alone", () => {
  const cache = new ObjectCache<AgentTeam>({ namespaces: ["default", "other"], onListenerError: () => {} });
  const elsewhere = aTeam({ metadata: { name: "b", namespace: "other", uid: "b", resourceVersion: "1" } });
  cache.replaceAll([team("a", 1)], "5", "default");
  assert.not.ok(cache.isSynced);
  cache.replaceAll([elsewhere], "6", "other");
  assert.ok(cache.isSynced);
  assert.equal(named(cache.all()), ["a", "b"]);
  cache.replaceAll([], "7", "default");
  assert.equal(named(cache.all()), ["b"]);
});

test("tells listeners of nothing where nothing changed, and not those that have stopped", () => {
  const { cache, changes, stop } = aCache();
  cache.remove(key("a"));
  cache.upsert(team("a", 1));
  stop();
  cache.remove(key("a"));
  assert.equal(changes, ["a - 1"]);
});

test("goes on where a listener throws, and says so", () => {
  const { cache, errors, changes } = aCache();
  cache.onChange(() => {
    throw new Error("broken listener");
  });
  cache.upsert(team("a", 1));
  assert.equal([errors.length, changes.length, cache.size], [1, 1, 1]);
});

test("keeps no more of an object than it should", () => {
  const slim = (full: AgentTeam): AgentTeam => ({ ...full, spec: { ...full.spec, steps: [] } });
  const cache = new ObjectCache<AgentTeam>({ slim, onListenerError: () => {} });
  cache.upsert(team("a", 1));
  assert.equal(cache.get(key("a"))?.spec.steps, []);
});

test.run();
