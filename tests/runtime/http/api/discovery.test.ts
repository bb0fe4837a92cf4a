import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TestApi } from "../../../support/test-api.ts";

const test = suite("DISCOVERY");
let api: TestApi;

test.before(async () => {
  api = await TestApi.start();
});
test.after(() => api.close());

type Listed = { name: string; kind: string; verbs: string[]; shortNames?: string[]; categories?: string[] };

test("lists one group with one version", async () => {
  const { body } = await api.json("GET", "/apis");
  assert.equal(
    body.groups.map((group: { name: string }) => group.name),
    ["tocsin.dev"],
  );
  const group = await api.json("GET", "/apis/tocsin.dev");
  assert.is(group.body.preferredVersion.groupVersion, "tocsin.dev/v1alpha1");
});

test("lists Tocsin's kinds with their short names, category and status", async () => {
  const { body } = await api.json("GET", "/apis/tocsin.dev/v1alpha1");
  const listed: Listed[] = body.resources;
  assert.equal(
    listed.map(({ name }) => name),
    ["agents", "agentservices", "agentteams", "agentevents", "agentruns"].flatMap((each) => [
      each,
      `${each}/status`,
    ]),
  );
  const teams = listed.find(({ name }) => name === "agentteams");
  assert.equal([teams?.kind, teams?.shortNames, teams?.categories], ["AgentTeam", ["ateam"], ["tocsin"]]);
  assert.ok(teams?.verbs.includes("watch"));
});

test("lists Secrets, Events and Namespaces in v1, and nothing else", async () => {
  const { body } = await api.json("GET", "/api/v1");
  const names = body.resources.map(({ name, namespaced }: { name: string; namespaced: boolean }) => [
    name,
    namespaced,
  ]);
  assert.equal(names, [
    ["events", true],
    ["namespaces", false],
    ["secrets", true],
  ]);
});

test("gives a version that kubectl can read", async () => {
  const { body } = await api.json("GET", "/version?timeout=5s");
  assert.match(body.gitVersion, /^v1\.\d+\.\d+/);
});

test.run();
