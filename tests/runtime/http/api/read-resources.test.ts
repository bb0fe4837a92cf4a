import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentTeamResource } from "../../../../lib/api/agent-team.ts";
import { SecretType } from "../../../../lib/api/core-types.ts";
import { secretDraft, teamDraft } from "../../../contract/store/drafts.ts";
import { TestApi } from "../../../support/test-api.ts";

const TEAMS = "/apis/tocsin.dev/v1alpha1/namespaces/default/agentteams";
const TABLE = { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io,application/json" } };
let api: TestApi;

async function prepare(): Promise<void> {
  api = await TestApi.start();
  for (const name of ["a", "b", "c"]) {
    await api.store.create(
      AgentTeamResource,
      teamDraft({ name, namespace: "default", labels: { rank: name } }),
    );
  }
}

const getTest = suite("getObject");
getTest.before.each(prepare);
getTest.after.each(() => api.close());

getTest("gives an object as it is stored", async () => {
  const { code, body } = await api.json("GET", `${TEAMS}/a`);
  assert.is(code, 200);
  assert.equal(body, await api.store.get(AgentTeamResource, { namespace: "default", name: "a" }));
});

getTest("gives the same under its status", async () => {
  assert.is((await api.json("GET", `${TEAMS}/a/status`)).body.metadata.name, "a");
});

getTest("says which object there is not", async () => {
  const { code, body } = await api.json("GET", `${TEAMS}/nope`);
  assert.is(code, 404);
  assert.is(body.message, 'agentteams.tocsin.dev "nope" not found');
  assert.equal(body.details, { name: "nope", group: "tocsin.dev", kind: "agentteams" });
});

getTest("shows one object as a table of one row", async () => {
  await api.store.replaceStatus(AgentTeamResource, {
    ...(await api.store.get(AgentTeamResource, { namespace: "default", name: "a" })),
    status: {
      phase: "Running",
      conditions: [
        {
          type: "Ready",
          status: "True",
          reason: "Valid",
          message: "",
          lastTransitionTime: "2026-01-01T00:00:00Z",
          observedGeneration: 1,
        },
      ],
    },
  } as never);
  api.clock.advance(90_000);
  const { body } = await api.json("GET", `${TEAMS}/a`, TABLE);
  assert.equal([body.kind, body.apiVersion], ["Table", "meta.k8s.io/v1"]);
  assert.equal(
    body.columnDefinitions.map(({ name, priority }: { name: string; priority: number }) => [name, priority]),
    [
      ["Name", 0],
      ["Phase", 0],
      ["Last Run", 0],
      ["Ready", 0],
      ["Reason", 1],
      ["Age", 0],
    ],
  );
  assert.equal(body.rows[0].cells, ["a", "Running", null, "True", "Valid", "90s"]);
  assert.equal([body.rows[0].object.kind, body.rows[0].object.spec], ["PartialObjectMetadata", undefined]);
});
getTest.run();

const listTest = suite("listObjects");
listTest.before.each(prepare);
listTest.after.each(() => api.close());

const names = (body: { items: { metadata: { name: string } }[] }) =>
  body.items.map(({ metadata }) => metadata.name);

listTest("lists a namespace with the version to watch from", async () => {
  const { body } = await api.json("GET", TEAMS);
  assert.equal([body.kind, body.apiVersion], ["AgentTeamList", "tocsin.dev/v1alpha1"]);
  assert.equal(names(body), ["a", "b", "c"]);
  assert.match(body.metadata.resourceVersion, /^\d+$/);
});

listTest("lists all namespaces", async () => {
  await api.store.create(SecretType, secretDraft({ name: "s", namespace: "default" }));
  assert.equal(names((await api.json("GET", "/api/v1/secrets")).body), ["s"]);
  assert.equal(names((await api.json("GET", "/api/v1/namespaces")).body), ["default"]);
});

listTest("lists page by page", async () => {
  const first = await api.json("GET", `${TEAMS}?limit=2`);
  assert.equal(names(first.body), ["a", "b"]);
  const token = encodeURIComponent(first.body.metadata.continue);
  const second = await api.json("GET", `${TEAMS}?limit=2&continue=${token}`);
  assert.equal([names(second.body), second.body.metadata.continue], [["c"], undefined]);
});

for (const [query, found] of [
  ["labelSelector=rank%3Db", ["b"]],
  ["labelSelector=rank+in+(a,c)", ["a", "c"]],
  ["fieldSelector=metadata.name%21%3Da", ["b", "c"]],
] as const) {
  listTest(`lists ${found} by ${query}`, async () => {
    assert.equal(names((await api.json("GET", `${TEAMS}?${query}`)).body), found);
  });
}

for (const query of [
  "labelSelector=%3D%3D",
  "fieldSelector=spec.x%3Da",
  "limit=-1",
  "limit=x",
  "continue=x",
]) {
  listTest(`refuses ${query}`, async () => {
    const { code, body } = await api.json("GET", `${TEAMS}?${query}`);
    assert.equal([code, body.reason], [400, "BadRequest"]);
  });
}

listTest("shows a list as a table with what is asked of its objects", async () => {
  const whole = await api.json("GET", `${TEAMS}?includeObject=Object`, TABLE);
  assert.is(whole.body.rows[2].object.spec.steps.length, 1);
  assert.is((await api.json("GET", `${TEAMS}?includeObject=None`, TABLE)).body.rows[0].object, null);
  assert.is((await api.json("GET", `${TEAMS}?includeObject=Some`, TABLE)).code, 422);
});

listTest("counts a Secret's keys in its table and shows no value", async () => {
  await api.store.create(SecretType, secretDraft({ name: "s", namespace: "default" }));
  const { body } = await api.json("GET", "/api/v1/namespaces/default/secrets", TABLE);
  assert.equal(body.rows[0].cells, ["s", "Opaque", 1, "0s"]);
  assert.not.match(JSON.stringify(body), "c2VjcmV0");
});
listTest.run();
