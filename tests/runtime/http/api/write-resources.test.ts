import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentTeamResource } from "../../../../lib/api/agent-team.ts";
import { teamDraft } from "../../../contract/store/drafts.ts";
import { TestApi } from "../../../support/test-api.ts";

const TEAMS = "/apis/tocsin.dev/v1alpha1/namespaces/default/agentteams";
const SECRETS = "/api/v1/namespaces/default/secrets";
const team = teamDraft({ name: "a", namespace: "default" });
const misspelt = { ...team, spec: { ...team.spec, stepz: [] } };
let api: TestApi;

const prepare = async () => {
  api = await TestApi.start();
};
const stored = () => api.store.get(AgentTeamResource, { namespace: "default", name: "a" });

const createTest = suite("createObject");
createTest.before.each(prepare);
createTest.after.each(() => api.close());

createTest("creates an object and answers with it", async () => {
  const { code, body } = await api.json("POST", TEAMS, { body: team });
  assert.is(code, 201);
  assert.equal(body, await stored());
});

createTest("takes kind and namespace from the path where the object does not say them", async () => {
  const { code, body } = await api.json("POST", TEAMS, {
    body: { metadata: { name: "a" }, spec: team.spec },
  });
  assert.equal([code, body.kind, body.metadata.namespace], [201, "AgentTeam", "default"]);
});

createTest("makes up a name that begins as it is told", async () => {
  const { body } = await api.json("POST", TEAMS, {
    body: { metadata: { generateName: "a-" }, spec: team.spec },
  });
  assert.match(body.metadata.name, /^a-.{5}$/);
});

createTest("says what is wrong with each field", async () => {
  const { code, body } = await api.json("POST", TEAMS, { body: { ...team, spec: {} } });
  assert.equal([code, body.reason], [422, "Invalid"]);
  assert.is(body.message, 'AgentTeam.tocsin.dev "a" is invalid: spec.steps: Required value');
  assert.equal(body.details, {
    name: "a",
    group: "tocsin.dev",
    kind: "AgentTeam",
    causes: [{ field: "spec.steps", reason: "FieldValueRequired", message: "Required value" }],
  });
});

createTest("says that a name is taken", async () => {
  await api.json("POST", TEAMS, { body: team });
  const { code, body } = await api.json("POST", TEAMS, { body: team });
  assert.equal([code, body.reason], [409, "AlreadyExists"]);
  assert.equal(body.details, { name: "a", group: "tocsin.dev", kind: "agentteams" });
});

createTest("says that there is no such namespace", async () => {
  const path = TEAMS.replace("default", "nowhere");
  const { code, body } = await api.json("POST", path, { body: { ...team, metadata: { name: "a" } } });
  assert.equal([code, body.message], [404, 'namespaces "nowhere" not found']);
  assert.equal(body.details, { name: "nowhere", kind: "namespaces" });
});

for (const [name, body] of [
  ["another kind", { ...team, kind: "Agent" }],
  ["another version", { ...team, apiVersion: "tocsin.dev/v2" }],
  ["another namespace", { ...team, metadata: { name: "a", namespace: "other" } }],
  ["a kind that is no text", { ...team, kind: { a: 1 } }],
  ["metadata that is no object", { ...team, metadata: [] }],
  ["a list", [team]],
  ["no body", undefined],
  ["half a body", '{"spec":'],
  ["bytes that are not UTF-8", Buffer.from([0x7b, 0xff, 0x7d])],
  ["deep nesting", `${'{"a":'.repeat(65)}1${"}".repeat(65)}`],
  ["nesting that would break a stack", `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`],
] as const) {
  createTest(`answers 400 to ${name}`, async () => {
    const answer = await api.json("POST", TEAMS, { body });
    assert.equal([answer.code, answer.body.reason], [400, "BadRequest"]);
  });
}

createTest("never repeats a body that it can't read, for it may be a Secret", async () => {
  const { body } = await api.json("POST", SECRETS, { body: '{"data":{"token":"c2VjcmV0"}' });
  assert.not.match(body.message, "c2VjcmV0");
});

createTest("answers 413 to a body beyond the bound", async () => {
  const body = Buffer.alloc(3 * 1_048_576 + 1, 0x20);
  assert.equal((await api.json("POST", TEAMS, { body })).body.reason, "RequestEntityTooLarge");
});

for (const type of ["application/yaml", "text/plain", "application/vnd.kubernetes.protobuf"]) {
  createTest(`answers 415 to a team as ${type}`, async () => {
    const { code } = await api.json("POST", TEAMS, { body: team, headers: { "content-type": type } });
    assert.is(code, 415);
  });
}

createTest("creates nothing in a dry run", async () => {
  const { code, body } = await api.json("POST", `${TEAMS}?dryRun=All`, { body: team });
  assert.equal([code, body.metadata.name], [201, "a"]);
  assert.is(await stored(), undefined);
  assert.is((await api.json("POST", `${TEAMS}?dryRun=Some`, { body: team })).code, 422);
});

createTest("refuses unknown fields where it is to be strict", async () => {
  const { code, body } = await api.json("POST", `${TEAMS}?fieldValidation=Strict`, { body: misspelt });
  assert.is(code, 400);
  assert.match(body.message, 'strict decoding error: unknown field "spec.stepz"');
  assert.is(await stored(), undefined);
});

createTest("warns of unknown fields unless told otherwise", async () => {
  for (const query of ["", "?fieldValidation=Warn"]) {
    const response = await api.ask("POST", `${TEAMS}${query}`, {
      body: { ...misspelt, metadata: { generateName: "w-" } },
    });
    assert.is(response.status, 201);
    assert.is(response.headers.get("Warning"), '299 - "unknown field \\"spec.stepz\\""');
  }
});

createTest("keeps quiet about unknown fields where it is to ignore them", async () => {
  const response = await api.ask("POST", `${TEAMS}?fieldValidation=Ignore`, { body: misspelt });
  assert.equal([response.status, response.headers.get("Warning")], [201, null]);
  assert.is((await api.ask("POST", `${TEAMS}?fieldValidation=x`, { body: misspelt })).status, 422);
});

createTest("lets no field's name break out of a warning", async () => {
  const spec = { ...team.spec, 'a"\r\nX-Evil: 1\u2028é\\': 1, ["x".repeat(5_000)]: 1 };
  const response = await api.ask("POST", TEAMS, { body: { ...team, spec } });
  assert.is(response.status, 201);
  assert.is(response.headers.get("X-Evil"), null);
  assert.ok((response.headers.get("Warning") ?? "").length < 1_000);
});

createTest("takes the fields that Kubernetes' own Namespace has, though it keeps none of them", async () => {
  const body = { metadata: { name: "n", creationTimestamp: null }, spec: { finalizers: [] }, status: {} };
  assert.is((await api.json("POST", "/api/v1/namespaces?fieldValidation=Strict", { body })).code, 201);
});
createTest.run();

const replaceTest = suite("replaceObject");
replaceTest.before.each(async () => {
  await prepare();
  await api.store.create(AgentTeamResource, team);
});
replaceTest.after.each(() => api.close());

replaceTest("replaces an object that has not changed since", async () => {
  const before = await stored();
  const { code, body } = await api.json("PUT", `${TEAMS}/a`, {
    body: { ...before, spec: { ...team.spec, timeoutSeconds: 5 } },
  });
  assert.equal([code, body.spec.timeoutSeconds, body.metadata.generation], [200, 5, 2]);
});

replaceTest("says that another write came first", async () => {
  const before = await stored();
  await api.json("PUT", `${TEAMS}/a`, { body: { ...before, spec: { ...team.spec, timeoutSeconds: 5 } } });
  const { code, body } = await api.json("PUT", `${TEAMS}/a`, { body: before });
  assert.equal([code, body.reason], [409, "Conflict"]);
  assert.match(body.message, "the object has been modified");
});

replaceTest("replaces nothing but the status under /status", async () => {
  const before = await stored();
  const body = { ...before, spec: {}, status: { phase: "Running" } };
  const answer = await api.json("PUT", `${TEAMS}/a/status`, { body });
  assert.equal([answer.code, answer.body.status.phase, answer.body.spec], [200, "Running", before?.spec]);
});

replaceTest("refuses another name than the path's", async () => {
  const { code } = await api.json("PUT", `${TEAMS}/b`, { body: await stored() });
  assert.is(code, 400);
});

replaceTest("does not create what is not there", async () => {
  const body = { ...team, metadata: { name: "z", resourceVersion: "1" } };
  assert.is((await api.json("PUT", `${TEAMS}/z`, { body })).code, 404);
});

replaceTest("replaces nothing in a dry run", async () => {
  const body = { ...(await stored()), spec: { ...team.spec, timeoutSeconds: 5 } };
  assert.is((await api.json("PUT", `${TEAMS}/a?dryRun=All`, { body })).body.spec.timeoutSeconds, 5);
  assert.is((await stored())?.spec.timeoutSeconds, 600);
});
replaceTest.run();
