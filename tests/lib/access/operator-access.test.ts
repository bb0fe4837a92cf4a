import { suite } from "uvu";
import * as assert from "uvu/assert";
import { policyRules } from "../../../lib/access/policy-rules.ts";
import {
  AGENT_POD_RULES,
  OWN_NAMESPACE_RULES,
  PROXY_RULES,
  WATCHED_NAMESPACE_RULES,
} from "../../../lib/access/rules.ts";
import { type InstalledObject, installedOperator, theOnly } from "../../support/installed-operator.ts";

const test = suite("OperatorAccess");

const WATCHED = [...WATCHED_NAMESPACE_RULES, ...AGENT_POD_RULES];
const ACCOUNT = { kind: "ServiceAccount", name: "tocsin-operator", namespace: "tocsin-system" };
const grantsOf = (objects: readonly InstalledObject[]) =>
  objects
    .filter(({ kind, roleRef }) => kind.endsWith("Binding") && roleRef !== undefined)
    .map(({ kind, metadata, roleRef, subjects }) => {
      assert.equal(subjects, [ACCOUNT]);
      return `${kind} in ${metadata.namespace ?? "all"} to ${roleRef?.kind} ${roleRef?.name}`;
    });

test("gives the rules in all namespaces by a ClusterRole, and the Lease in the operator's own", () => {
  const objects = installedOperator();
  assert.equal(grantsOf(objects), [
    "ClusterRoleBinding in all to ClusterRole tocsin-operator",
    "RoleBinding in tocsin-system to Role tocsin-operator-own",
  ]);
  const { rules } = theOnly(objects, "ClusterRole", "tocsin-operator");
  assert.equal(rules, policyRules(WATCHED));
  assert.equal(theOnly(objects, "Role").rules, policyRules(OWN_NAMESPACE_RULES));
});

test("gives them in the watched namespaces by Roles alone, the operator's own among them or not", () => {
  const objects = installedOperator({ watchedNamespaces: ["team-a", "tocsin-system"] });
  assert.equal(grantsOf(objects), [
    "RoleBinding in team-a to Role tocsin-operator",
    "RoleBinding in tocsin-system to Role tocsin-operator",
    "RoleBinding in tocsin-system to Role tocsin-operator-own",
  ]);
  const roles = objects.filter(
    ({ kind, metadata }) => kind === "Role" && metadata.name === "tocsin-operator",
  );
  for (const { rules } of roles) assert.equal(rules, policyRules(WATCHED));
});

test("lets pods be reached through the API server only where that is the way", () => {
  const { rules } = theOnly(installedOperator({ agentAccess: "proxy" }), "ClusterRole", "tocsin-operator");
  assert.equal(rules, policyRules([...WATCHED, ...PROXY_RULES]));
});

test("has no wildcards, and nothing by which an account could give itself more", () => {
  for (const rule of [...WATCHED, ...PROXY_RULES, ...OWN_NAMESPACE_RULES]) {
    const words: readonly string[] = [rule.apiGroup, rule.resource, ...rule.verbs];
    for (const word of ["*", "escalate", "bind", "impersonate", "pods/exec", "serviceaccounts/token"])
      assert.not(words.includes(word), `${word} in ${rule.resource}`);
    assert.is.not(rule.apiGroup, "rbac.authorization.k8s.io");
    assert.ok(rule.reason.length > 0);
  }
});

test.run();
