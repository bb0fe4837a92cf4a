import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFINITIONS } from "../../../lib/api/definitions.ts";
import { installedOperator, theOnly } from "../../support/installed-operator.ts";

const test = suite("UserRoles");

const rulesOf = (role: string) =>
  theOnly(installedOperator(), "ClusterRole", `tocsin-operator-${role}`).rules ?? [];
const verbsOf = (role: string, resource: string) =>
  rulesOf(role)
    .filter(({ resources }) => resources.includes(resource))
    .flatMap(({ verbs }) => verbs);

for (const role of ["view", "edit", "admin"]) {
  test(`adds to the cluster's ${role}, and to no other role directly`, () => {
    const { labels } = theOnly(installedOperator(), "ClusterRole", `tocsin-operator-${role}`).metadata;
    const aggregated = Object.keys(labels).filter((key) => key.includes("aggregate-to"));
    assert.equal(aggregated, [`rbac.authorization.k8s.io/aggregate-to-${role}`]);
    assert.is(labels[aggregated[0] ?? ""], "true");
  });

  test(`gives ${role} nothing but Tocsin's kinds, and no status to write`, () => {
    for (const { apiGroups, resources } of rulesOf(role)) {
      assert.equal(apiGroups, ["tocsin.dev"]);
      for (const resource of resources) assert.not.match(resource, /[/*]/);
    }
  });
}

test("lets view read every kind", () => {
  for (const { plural } of DEFINITIONS) assert.equal(verbsOf("view", plural), ["get", "list", "watch"]);
});

test("lets edit declare, trigger and cancel, and leaves what a run was asked for as it is", () => {
  const declared = DEFINITIONS.map(({ plural }) => plural).filter((plural) => plural !== "agentruns");
  for (const plural of declared)
    assert.equal(verbsOf("edit", plural), ["create", "update", "patch", "delete", "deletecollection"]);
  assert.equal(verbsOf("edit", "agentruns"), ["create", "delete", "deletecollection"]);
});

test("lets admin label and annotate runs besides, and nothing more", () => {
  for (const { plural } of DEFINITIONS)
    assert.equal(verbsOf("admin", plural), plural === "agentruns" ? ["update", "patch"] : []);
});

test.run();
