import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentTeamResource } from "../../../../lib/api/agent-team.ts";
import { teamDraft } from "../../../contract/store/drafts.ts";
import { TestApi } from "../../../support/test-api.ts";

const test = suite("deleteObject");
const TEAM = "/apis/tocsin.dev/v1alpha1/namespaces/default/agentteams/a";
let api: TestApi;
let uid: string;

test.before.each(async () => {
  api = await TestApi.start();
  const made = await api.store.create(AgentTeamResource, teamDraft({ name: "a", namespace: "default" }));
  uid = made.metadata.uid;
});
test.after.each(() => api.close());

const isThere = async () => (await api.json("GET", TEAM)).code === 200;

test("deletes and says whom, so that its end can be waited for", async () => {
  const { code, body } = await api.json("DELETE", TEAM);
  assert.equal([code, body.status], [200, "Success"]);
  assert.equal(body.details, { name: "a", group: "tocsin.dev", kind: "agentteams", uid });
  assert.not.ok(await isThere());
});

test("answers 404 where there is nothing", async () => {
  assert.equal((await api.json("DELETE", `${TEAM}z`)).body.details.name, "az");
});

for (const policy of ["Background", "Foreground"]) {
  test(`takes the policy ${policy}`, async () => {
    assert.is((await api.json("DELETE", TEAM, { body: { propagationPolicy: policy } })).code, 200);
  });
}

test("refuses to orphan, and deletes nothing then", async () => {
  assert.is((await api.json("DELETE", TEAM, { body: { propagationPolicy: "Orphan" } })).code, 422);
  assert.is((await api.json("DELETE", `${TEAM}?propagationPolicy=Orphan`)).code, 422);
  assert.ok(await isThere());
});

test("keeps to its preconditions, dry or not", async () => {
  for (const preconditions of [{ uid: "other" }, { resourceVersion: "999" }]) {
    for (const query of ["", "?dryRun=All"]) {
      const { code, body } = await api.json("DELETE", `${TEAM}${query}`, { body: { preconditions } });
      assert.equal([code, body.reason], [409, "Conflict"]);
    }
  }
  assert.ok(await isThere());
  assert.is((await api.json("DELETE", TEAM, { body: { preconditions: { uid } } })).code, 200);
});

test("deletes nothing in a dry run, said either way", async () => {
  assert.is((await api.json("DELETE", `${TEAM}?dryRun=All`)).code, 200);
  assert.is((await api.json("DELETE", TEAM, { body: { dryRun: ["All"] } })).code, 200);
  assert.is((await api.json("DELETE", TEAM, { body: { dryRun: ["Some"] } })).code, 422);
  assert.ok(await isThere());
});

for (const body of [[], "x", { preconditions: 1 }, { preconditions: { uid: 1 } }]) {
  test(`answers 400 to the options ${JSON.stringify(body)}`, async () => {
    assert.is((await api.json("DELETE", TEAM, { body })).code, 400);
    assert.ok(await isThere());
  });
}

test("keeps the namespace default", async () => {
  assert.equal((await api.json("DELETE", "/api/v1/namespaces/default")).body.reason, "Forbidden");
});

test.run();
