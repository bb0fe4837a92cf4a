import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AgentTeam, AgentTeamResource } from "../../../lib/api/agent-team.ts";
import { ObjectCache } from "../../../runtime/controller/object-cache.ts";
import { Reflector } from "../../../runtime/controller/reflector.ts";
import { StoreError, StoreErrorReason } from "../../../runtime/ports/store-error.ts";
import { aTeam } from "../../support/builders/a-team.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeTimers } from "../../support/fake-timers.ts";
import { ScriptedStore } from "../../support/scripted-store.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const team = (name: string, version: number) =>
  aTeam({ metadata: { name, uid: `${name}-uid`, resourceVersion: `${version}` } });
const change = (type: "ADDED" | "MODIFIED" | "DELETED", name: string, version: number) => ({
  type,
  object: team(name, version),
});
const expired = () => new StoreError(StoreErrorReason.expired, "too old");
const lost = () => new StoreError(StoreErrorReason.unavailable, "connection lost");

/** A reflector that runs against a store of which the test plays the part. */
function aReflector() {
  const timers = new FakeTimers(new FakeClock());
  const store = new ScriptedStore<AgentTeam>();
  const cache = new ObjectCache<AgentTeam>({ onListenerError: () => {} });
  const random = { bytes: () => new Uint8Array(), fraction: () => 0, uuid: () => "" };
  const logger = new SilentLogger();
  const reflector = new Reflector({
    store: store.asStore,
    type: AgentTeamResource,
    cache,
    timers,
    random,
    logger,
  });
  const stop = new AbortController();
  const changes: string[] = [];
  cache.onChange(({ before, after }) =>
    changes.push(`${after === undefined ? "-" : "+"}${(after ?? before)?.metadata.name}`),
  );
  const names = () => Array.from(cache.all(), ({ metadata }) => metadata.name).sort();
  const turn = () => timers.advance(0);
  const answer = async (page: AgentTeam[] | Error, resourceVersion = "10", continueToken?: string) => {
    const list = store.lists.shift();
    if (list === undefined) throw new Error("nothing was listed");
    list.answer(page instanceof Error ? page : { items: page, resourceVersion, continueToken });
    await turn();
    return list.options;
  };
  const watch = () => {
    const latest = store.watches.at(-1);
    if (latest === undefined) throw new Error("nothing is watched");
    return latest;
  };
  const running = reflector.run(stop.signal);
  return { reflector, store, cache, timers, logger, stop, running, changes, names, turn, answer, watch };
}

/** The same, with `a` listed at version 10 and the watch begun. */
async function aWatch() {
  const world = aReflector();
  await world.turn();
  await world.answer([team("a", 5)]);
  return world;
}

const test = suite("Reflector");

test("lists page by page, takes it all in at once, and watches from there", async () => {
  const { answer, turn, names, cache, watch, store } = aReflector();
  await turn();
  await answer([team("a", 5)], "10", "next");
  assert.equal([names(), cache.isSynced], [[], false]);
  const { continueToken } = await answer([team("b", 6)], "10");
  assert.equal([continueToken, names(), cache.isSynced], ["next", ["a", "b"], true]);
  assert.equal([watch().from, store.watches.length], ["10", 1]);
});

test("takes in what the watch reports", async () => {
  const { watch, names, turn, cache } = await aWatch();
  watch().report(change("ADDED", "b", 11));
  watch().report(change("MODIFIED", "a", 12));
  watch().report(change("DELETED", "b", 13));
  await turn();
  assert.equal(
    [names(), cache.get({ namespace: "default", name: "a" })?.metadata.resourceVersion],
    [["a"], "12"],
  );
});

test("resumes a broken watch where it stopped, bookmarks included, after a pause that grows", async () => {
  const { watch, turn, timers, store, logger } = await aWatch();
  watch().report(change("ADDED", "b", 11));
  watch().report({ type: "BOOKMARK", resourceVersion: "20" });
  await turn();
  watch().breakOff(lost());
  await timers.advance(200);
  assert.is(watch().from, "20");
  watch().breakOff(lost());
  await timers.advance(399);
  assert.is(store.watches.length, 2);
  await timers.advance(1);
  assert.equal([watch().from, store.watches.length, store.lists.length], ["20", 3, 0]);
  assert.equal(
    logger.lines.map(({ level }) => level),
    ["warn", "warn"],
  );
});

test("resumes a watch that the store ended, but not in a hot loop", async () => {
  const { watch, turn, timers, store } = await aWatch();
  watch().end();
  await turn();
  assert.is(store.watches.length, 1);
  await timers.advance(100);
  assert.equal([store.watches.length, watch().from], [2, "10"]);
});

test("lists again at once where the version is too old, and forgets what is gone", async () => {
  const { watch, turn, answer, names } = await aWatch();
  watch().breakOff(expired());
  await turn();
  await answer([team("b", 30)], "30");
  assert.equal([names(), watch().from], [["b"], "30"]);
});

test("waits where listing again cures nothing", async () => {
  const { watch, turn, timers, answer, store } = await aWatch();
  watch().breakOff(expired());
  await turn();
  await answer(expired());
  assert.is(store.lists.length, 0);
  await timers.advance(400);
  assert.is(store.lists.length, 1);
});

test("tries a list again that failed", async () => {
  const { turn, timers, answer, names } = aReflector();
  await turn();
  await answer(lost());
  await timers.advance(200);
  await answer([team("a", 5)]);
  assert.equal(names(), ["a"]);
});

test("relists while it watches, and loses and revives nothing, not even for a moment", async () => {
  const { reflector, watch, answer, turn, names, changes, stop, store } = await aWatch();
  const first = watch();
  const done = reflector.relist(stop.signal);
  await turn();
  assert.ok(first.signal.aborted, "the list and the watch do not overtake each other");
  first.report(change("ADDED", "late", 11));
  await answer([team("b", 12)], "12");
  await done;
  assert.equal([names(), changes], [["b"], ["+a", "-a", "+b"]]);
  assert.equal([watch().from, store.watches.length], ["12", 2]);
  watch().report(change("ADDED", "late", 13));
  await turn();
  assert.equal(names(), ["b", "late"]);
});

test("relists while the first list is under way: one after the other, the later one counts", async () => {
  const { reflector, answer, turn, names, changes, store, stop, watch } = aReflector();
  await turn();
  const done = reflector.relist(stop.signal);
  await turn();
  assert.is(store.lists.length, 1);
  await answer([team("a", 5)], "10");
  await answer([team("a", 5), team("b", 11)], "11");
  await done;
  assert.equal([names(), changes, watch().from, store.watches.length], [["a", "b"], ["+a", "+b"], "11", 1]);
});

test("watches at once where a list succeeds while it waits after a failure", async () => {
  const { reflector, watch, answer, turn, names, stop, store, timers } = await aWatch();
  watch().breakOff(lost());
  await turn();
  assert.equal([store.watches.length, timers.pending], [1, 1]);
  const done = reflector.relist(stop.signal);
  await turn();
  await answer([team("b", 12)], "12");
  await done;
  await turn();
  assert.equal([names(), watch().from, store.watches.length, timers.pending], [["b"], "12", 2, 0]);
});

test("says that it could not relist, and goes on from where it was", async () => {
  const { reflector, answer, turn, stop, watch } = await aWatch();
  const failed = reflector.relist(stop.signal).then(
    () => "listed",
    (error: Error) => error.message,
  );
  await turn();
  await answer(lost());
  assert.equal([await failed, watch().from], ["connection lost", "10"]);
});

test("ends with its signal, and nothing reaches the cache afterwards", async () => {
  const { reflector, watch, turn, stop, running, names, answer } = await aWatch();
  const other = new AbortController();
  const relisting = reflector.relist(other.signal);
  await turn();
  stop.abort();
  watch().report(change("ADDED", "b", 11));
  await answer([team("c", 12)], "12");
  await Promise.all([running, relisting]);
  assert.equal(names(), ["a"]);
});

test("ends while it waits after a failure", async () => {
  const { watch, turn, stop, running, timers } = await aWatch();
  watch().breakOff(lost());
  await turn();
  stop.abort();
  await running;
  assert.is(timers.pending, 0);
});

test.run();
