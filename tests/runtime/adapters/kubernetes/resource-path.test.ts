import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentEventResource } from "../../../../lib/api/agent-event.ts";
import { NamespaceType, SecretType } from "../../../../lib/api/core-types.ts";
import { collectionPath, objectPath } from "../../../../runtime/adapters/kubernetes/resource-path.ts";
import { isStoreError, StoreErrorReason } from "../../../../runtime/ports/store-error.ts";

const test = suite("objectPath");

test("is built from group, version and plural", () => {
  const events = "/apis/tocsin.dev/v1alpha1/namespaces/ns/agentevents";
  assert.is(objectPath(AgentEventResource, { namespace: "ns", name: "bell" }), `${events}/bell`);
  assert.is(objectPath(SecretType, { namespace: "ns", name: "s" }), "/api/v1/namespaces/ns/secrets/s");
  assert.is(objectPath(NamespaceType, { name: "ns" }), "/api/v1/namespaces/ns");
  assert.is(collectionPath(AgentEventResource, undefined), "/apis/tocsin.dev/v1alpha1/agentevents");
});

for (const name of ["a/status", "..", ".", "a%2Fstatus", "", "a\\b", "../secrets/s"]) {
  test(`finds nothing under ${JSON.stringify(name)}, which would address something else`, () => {
    for (const key of [
      { namespace: "ns", name },
      { namespace: name, name: "bell" },
    ])
      assert.throws(
        () => objectPath(AgentEventResource, key),
        (error: unknown) => isStoreError(error, StoreErrorReason.notFound),
      );
  });
}

test("keeps odd characters in their place", () => {
  assert.match(objectPath(SecretType, { namespace: "ns", name: "a?b#c d" }), "/secrets/a%3Fb%23c%20d");
});

test.run();
