import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TestApi } from "../../../support/test-api.ts";

const test = suite("openapiTexts");
let api: TestApi;

test.before(async () => {
  api = await TestApi.start();
});
test.after(() => api.close());

test("leads from the index to a document for each group version, whose address changes with it", async () => {
  const { body } = await api.json("GET", "/openapi/v3");
  assert.equal(Object.keys(body.paths), ["api/v1", "apis/tocsin.dev/v1alpha1"]);
  for (const { serverRelativeURL } of Object.values<{ serverRelativeURL: string }>(body.paths)) {
    assert.match(serverRelativeURL, /\?hash=[0-9a-f]{64}$/);
    assert.is((await api.json("GET", serverRelativeURL)).body.openapi, "3.0.0");
  }
});

test("declares fieldValidation on every PATCH, without which kubectl apply refuses", async () => {
  for (const path of ["/openapi/v3/api/v1", "/openapi/v3/apis/tocsin.dev/v1alpha1"]) {
    const { body } = await api.json("GET", path);
    const patches = Object.values<{ patch: { parameters: { name: string }[] } }>(body.paths);
    assert.ok(patches.length >= 3);
    for (const { patch } of patches) {
      assert.ok(patch.parameters.some(({ name }) => name === "fieldValidation"));
    }
  }
});

test("describes every field of a kind, down to the lists' items", async () => {
  const { body } = await api.json("GET", "/openapi/v3/apis/tocsin.dev/v1alpha1");
  const team = body.components.schemas["dev.tocsin.v1alpha1.AgentTeam"];
  assert.equal(team["x-kubernetes-group-version-kind"], [
    { group: "tocsin.dev", version: "v1alpha1", kind: "AgentTeam" },
  ]);
  assert.match(team.properties.spec.properties.steps.items.properties.prompt.description, "Template");
  assert.ok(team.properties.status.properties.phase.enum.includes("Running"));
});

test("refers only to schemas that the same document has", async () => {
  for (const path of ["/openapi/v3/api/v1", "/openapi/v3/apis/tocsin.dev/v1alpha1"]) {
    const { body } = await api.json("GET", path);
    for (const [, name] of JSON.stringify(body).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      assert.ok(Object.hasOwn(body.components.schemas, name ?? ""), name);
    }
  }
});

test.run();
