import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentTeamResource } from "../../../../lib/api/agent-team.ts";
import { SecretType } from "../../../../lib/api/core-types.ts";
import { secretDraft, teamDraft } from "../../../contract/store/drafts.ts";
import { TestApi } from "../../../support/test-api.ts";

const test = suite("patchObject");
const TEAM = "/apis/tocsin.dev/v1alpha1/namespaces/default/agentteams/a";
const SECRET = "/api/v1/namespaces/default/secrets/s";
const MERGE = { "content-type": "application/merge-patch+json" };
const STRATEGIC = { "content-type": "application/strategic-merge-patch+json" };
let api: TestApi;

test.before.each(async () => {
  api = await TestApi.start();
  await api.store.create(
    AgentTeamResource,
    teamDraft({ name: "a", namespace: "default", labels: { x: "1" } }),
  );
  await api.store.create(SecretType, secretDraft({ name: "s", namespace: "default" }));
});
test.after.each(() => api.close());

const patch = (path: string, body: unknown, headers: Record<string, string> = MERGE) =>
  api.json("PATCH", path, { body, headers });
const stored = () => api.store.get(AgentTeamResource, { namespace: "default", name: "a" });

test("merges, and removes what is null", async () => {
  const { code, body } = await patch(TEAM, {
    metadata: { labels: { x: null, y: "2" } },
    spec: { timeoutSeconds: 5 },
  });
  assert.is(code, 200);
  assert.equal(body.metadata.labels, { y: "2" });
  assert.equal([body.spec.timeoutSeconds, body.spec.steps.length, body.metadata.generation], [5, 1, 2]);
});

test("changes nothing where the patch changes nothing", async () => {
  const before = await stored();
  assert.equal((await patch(TEAM, {})).body, before);
});

test("patches nothing but the status under /status", async () => {
  const { body } = await patch(`${TEAM}/status`, {
    status: { phase: "Running" },
    spec: { timeoutSeconds: 5 },
  });
  assert.equal([body.status.phase, body.spec.timeoutSeconds], ["Running", 600]);
  const { body: after } = await patch(TEAM, { status: { phase: "Failed" } });
  assert.is(after.status.phase, "Running");
});

/** Lets another write come before each of the first replaces, however often they are tried. */
function raceFor(times: number): { readonly writes: () => number } {
  const replace = api.store.replace.bind(api.store);
  let writes = 0;
  api.store.replace = (async (type, object, options) => {
    const now = await stored();
    if (writes < times && now !== undefined) {
      writes++;
      await replace(AgentTeamResource, { ...now, spec: { ...now.spec, timeoutSeconds: 10 + writes } });
    }
    return await replace(type, object, options);
  }) as typeof replace;
  return { writes: () => writes };
}

test("is tried again when another write came between", async () => {
  raceFor(2);
  const { code, body } = await patch(TEAM, { metadata: { labels: { y: "2" } } });
  assert.equal([code, body.metadata.labels, body.spec.timeoutSeconds], [200, { x: "1", y: "2" }, 12]);
});

test("gives up after so many races", async () => {
  const race = raceFor(Number.POSITIVE_INFINITY);
  const { code } = await patch(TEAM, { metadata: { labels: { y: "2" } } });
  assert.equal([code, race.writes()], [409, 5]);
});

test("with a resource version is compare-and-swap", async () => {
  const version = (await stored())?.metadata.resourceVersion;
  const body = { metadata: { resourceVersion: version }, spec: { timeoutSeconds: 5 } };
  assert.is((await patch(TEAM, body)).code, 200);
  assert.equal((await patch(TEAM, { ...body, spec: { timeoutSeconds: 6 } })).body.reason, "Conflict");
});

test("says what is wrong with the outcome", async () => {
  const { code, body } = await patch(TEAM, { spec: { steps: [] } });
  assert.equal([code, body.reason, body.details.name], [422, "Invalid", "a"]);
});

test("refuses unknown fields where it is to be strict", async () => {
  const { code, body } = await patch(`${TEAM}?fieldValidation=Strict`, { spec: { stepz: [] } });
  assert.equal([code, body.details.causes[0].field], [422, "patch"]);
  assert.match(body.message, 'strict decoding error: unknown field "spec.stepz"');
});

test("patches nothing in a dry run", async () => {
  assert.is((await patch(`${TEAM}?dryRun=All`, { spec: { timeoutSeconds: 5 } })).body.spec.timeoutSeconds, 5);
  assert.is((await stored())?.spec.timeoutSeconds, 600);
});

test("does not make what is not there", async () => {
  assert.is((await patch(`${TEAM}z`, {})).code, 404);
});

test("does not rename", async () => {
  assert.is((await patch(TEAM, { metadata: { name: "b" } })).code, 400);
});

test("takes a strategic merge patch of a Secret as a merge patch", async () => {
  const body = {
    $retainKeys: ["data"],
    "$setElementOrder/x": [],
    metadata: { labels: { a: "b" } },
    data: { other: "YQ==" },
  };
  const answer = await patch(`${SECRET}?fieldValidation=Strict`, body, STRATEGIC);
  assert.equal([answer.code, answer.body.data], [200, { token: "c2VjcmV0", other: "YQ==" }]);
});

test("refuses the directives that would change what a patch means", async () => {
  for (const body of [
    { data: { $patch: "replace", a: "YQ==" } },
    { "$deleteFromPrimitiveList/finalizers": ["x"] },
  ]) {
    assert.is((await patch(SECRET, body, STRATEGIC)).code, 400);
  }
});

for (const [path, type] of [
  [TEAM, "application/strategic-merge-patch+json"],
  [TEAM, "application/json-patch+json"],
  [TEAM, "application/apply-patch+yaml"],
  [TEAM, "application/json"],
  [SECRET, "application/json-patch+json"],
  [SECRET, "application/apply-patch+yaml"],
] as const) {
  test(`answers 415 to ${type} of ${path}, and says what it would take`, async () => {
    const { code, body } = await patch(path, [], { "content-type": type });
    assert.is(code, 415);
    assert.match(body.message, "application/merge-patch+json");
  });
}

for (const body of ["null", "[]", "1", "", "{"]) {
  test(`answers 400 to the patch ${JSON.stringify(body)}`, async () => {
    assert.is((await patch(TEAM, body)).code, 400);
  });
}

test.run();
