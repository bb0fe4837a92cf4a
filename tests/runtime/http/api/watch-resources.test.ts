import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type AgentTeam, AgentTeamResource } from "../../../../lib/api/agent-team.ts";
import { teamDraft } from "../../../contract/store/drafts.ts";
import { TestApi } from "../../../support/test-api.ts";
import { WatchReader } from "../../../support/watch-lines.ts";

const test = suite("watchResources");
const TEAMS = "/apis/tocsin.dev/v1alpha1/namespaces/default/agentteams";
const TABLE = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io,application/json" };
let api: TestApi;

test.before.each(async () => {
  api = await TestApi.start({ maxWatches: 2 });
});
test.after.each(() => api.close());

const create = (name: string): Promise<AgentTeam> =>
  api.store.create(AgentTeamResource, teamDraft({ name, namespace: "default", labels: { name } }));

async function watch(query: string, headers: Record<string, string> = {}): Promise<WatchReader> {
  const response = await api.ask("GET", `${TEAMS}?watch=true${query}`, { headers });
  assert.is(response.status, 200);
  return new WatchReader(response);
}

test("begins with what is there where no version is given, or 0", async () => {
  await create("a");
  for (const query of ["", "&resourceVersion=0"]) {
    const reader = await watch(query);
    const { type, object } = await reader.next();
    assert.equal([type, object.metadata.name], ["ADDED", "a"]);
    await reader.cancel();
  }
});

test("tells changes after a version, in order", async () => {
  const { metadata } = await create("a");
  const reader = await watch(`&resourceVersion=${metadata.resourceVersion}`);
  const second = await create("b");
  await api.store.replace(AgentTeamResource, { ...second, spec: { ...second.spec, timeoutSeconds: 5 } });
  await api.store.delete(AgentTeamResource, { namespace: "default", name: "b" });
  const told = [await reader.next(), await reader.next(), await reader.next()];
  assert.equal(
    told.map(({ type, object }) => [type, object.metadata.name, object.spec.timeoutSeconds]),
    [
      ["ADDED", "b", 600],
      ["MODIFIED", "b", 5],
      ["DELETED", "b", 5],
    ],
  );
});

test("tells of what is selected alone", async () => {
  const reader = await watch("&labelSelector=name%3Db");
  await create("a");
  await create("b");
  assert.is((await reader.next()).object.metadata.name, "b");
});

test("watches one object by its path", async () => {
  const response = await api.ask("GET", `${TEAMS}/b?watch=1`);
  const reader = new WatchReader(response);
  await create("a");
  await create("b");
  assert.is((await reader.next()).object.metadata.name, "b");
});

test("shows rows of a table, and its columns once", async () => {
  await create("a");
  const reader = await watch("", TABLE);
  const first = await reader.next();
  assert.equal([first.type, first.object.kind, first.object.rows[0].cells[0]], ["ADDED", "Table", "a"]);
  assert.is(first.object.columnDefinitions.length, 6);
  await create("b");
  assert.is((await reader.next()).object.columnDefinitions, null);
});

test("ends when its time is up", async () => {
  const reader = await watch("&timeoutSeconds=5");
  const end = reader.next();
  await api.timers.advance(5_000);
  assert.is(await end, undefined);
  assert.is(api.timers.pending <= 1, true);
});

test("ends at the bound where a client asks for more time, or none", async () => {
  const readers = [await watch(""), await watch("&timeoutSeconds=999999")];
  const ends = readers.map((reader) => reader.next());
  await api.timers.advance(3_600_000);
  assert.equal(await Promise.all(ends), [undefined, undefined]);
});

test("ends when the server stops", async () => {
  const reader = await watch("");
  const end = reader.next();
  api.stopping.abort();
  assert.is(await end, undefined);
});

test("tells 410 where the version is one that never was, or no more is", async () => {
  const reader = await watch("&resourceVersion=999999");
  const { type, object } = await reader.next();
  assert.equal([type, object.kind, object.code, object.reason], ["ERROR", "Status", 410, "Expired"]);
  assert.is(await reader.next(), undefined);
});

test("lets only so many watch at once, and others when one has gone", async () => {
  const [first] = [await watch(""), await watch("")];
  const { code, body } = await api.json("GET", `${TEAMS}?watch=true`);
  assert.equal([code, body.reason, body.details.retryAfterSeconds], [429, "TooManyRequests", 1]);
  await first.cancel();
  await watch("");
});

test("cuts the connection of a client that does not read, and of no other", async () => {
  const before = api.timers.pending;
  const reader = await watch("");
  await reader.cancel();
  assert.is(api.timers.pending, before + 1);
});

for (const [query, code] of [
  ["&sendInitialEvents=true&resourceVersionMatch=NotOlderThan", 422],
  ["&sendInitialEvents=false", 422],
  ["&resourceVersion=abc", 400],
  ["&timeoutSeconds=-1", 400],
  ["&labelSelector=%3D", 400],
  ["&fieldSelector=spec.x%3D1", 400],
] as const) {
  test(`answers ${code} to ${query}, and opens no watch`, async () => {
    for (let i = 0; i < 3; i++) {
      assert.is((await api.json("GET", `${TEAMS}?watch=true${query}`)).code, code);
    }
  });
}

test("sends bookmarks to those who ask", async () => {
  const store = api.store as unknown as { watch: () => AsyncIterable<unknown> };
  store.watch = async function* () {
    yield { type: "BOOKMARK", resourceVersion: "41" };
    yield { type: "BOOKMARK", resourceVersion: "42" };
  };
  assert.is(await (await watch("")).next(), undefined);
  const asked = await (await watch("&allowWatchBookmarks=true")).next();
  assert.equal(asked, {
    type: "BOOKMARK",
    object: { kind: "AgentTeam", apiVersion: "tocsin.dev/v1alpha1", metadata: { resourceVersion: "41" } },
  });
});

test.run();
