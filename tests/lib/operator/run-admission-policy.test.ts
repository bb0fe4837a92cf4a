import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentRunResource } from "../../../lib/api/agent-run.ts";
import { installedOperator, theOnly } from "../../support/installed-operator.ts";

// What the expressions do is tried on an API server: tests/integration/operator/installed-roles.cluster.test.ts.
const test = suite("RunAdmissionPolicy");

const policyOf = (...props: Parameters<typeof installedOperator>) =>
  theOnly(installedOperator(...props), "ValidatingAdmissionPolicy");
const bindingOf = (...props: Parameters<typeof installedOperator>) =>
  theOnly(installedOperator(...props), "ValidatingAdmissionPolicyBinding");

test("judges runs alone, and refuses where it can't judge", () => {
  const { spec } = policyOf();
  const { group, version, plural } = AgentRunResource;
  assert.is(spec["failurePolicy"], "Fail");
  assert.equal(spec["matchConstraints"], {
    resourceRules: [
      {
        apiGroups: [group],
        apiVersions: [version],
        resources: [plural],
        operations: ["CREATE", "UPDATE"],
        scope: "*",
      },
    ],
  });
});

test("passes over the operator's own account, wherever it is installed, and whom it is told to trust", () => {
  const conditionOf = (...props: Parameters<typeof installedOperator>) =>
    (policyOf(...props).spec["matchConditions"] as readonly { readonly expression: string }[])[0]?.expression;
  const own = (namespace: string) => `"system:serviceaccount:${namespace}:tocsin-operator"`;
  assert.is(conditionOf(), `!(request.userInfo.username in [${own("tocsin-system")}])`);
  const told = { namespace: "bells", admissionPolicy: { alsoTrusted: ['jane "j" doe'] } };
  assert.is(
    conditionOf(told),
    `!(request.userInfo.username in [${own("bells")}, ${JSON.stringify('jane "j" doe')}])`,
  );
});

test("denies in all namespaces, or in the watched ones alone: others may have an operator of their own", () => {
  assert.equal(bindingOf().spec, { policyName: "tocsin-operator", validationActions: ["Deny"] });
  assert.equal(bindingOf({ watchedNamespaces: ["a", "b"] }).spec["matchResources"], {
    namespaceSelector: {
      matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "In", values: ["a", "b"] }],
    },
  });
});

test.run();
