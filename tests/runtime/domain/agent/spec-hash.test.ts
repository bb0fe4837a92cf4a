import { suite } from "uvu";
import * as assert from "uvu/assert";
import { agentDeployment } from "../../../../runtime/domain/agent/agent-deployment.ts";
import {
  amended,
  hasHashOf,
  isControlledBy,
  withSpecHash,
} from "../../../../runtime/domain/agent/spec-hash.ts";
import { anAgent } from "../../../support/a-local-host.ts";

const facts = { image: "tocsin:0.1.0", baseURL: "http://provider.example/v1" };
const draftOf = (replicas = 1, more = {}) =>
  withSpecHash(agentDeployment(anAgent({ replicas }), { ...facts, ...more }));
const server = { uid: "d", resourceVersion: "7", creationTimestamp: "2026-01-01T00:00:00Z" };
const stored = (replicas = 1) => {
  const draft = draftOf(replicas);
  return { ...draft, metadata: { ...draft.metadata, ...server } };
};

const hash = suite("hasHashOf");

hash("knows what was written as it is wanted, whatever defaults the server has added", () => {
  const defaulted = { ...stored(), spec: { ...stored().spec, progressDeadlineSeconds: 600 } };
  assert.ok(hasHashOf(defaulted, draftOf()));
});

hash("finds a difference in whatever is wanted", () => {
  assert.not(hasHashOf(stored(1), draftOf(2)));
  assert.not(hasHashOf(stored(), draftOf(1, { image: "tocsin:0.2.0" })));
  assert.not(hasHashOf(stored(), draftOf(1, { baseURL: "http://other.example" })));
  assert.not(hasHashOf(stored(), draftOf(1, { providerKey: { name: "keys", key: "k" } })));
  const another = withSpecHash(agentDeployment(anAgent({}, "writer", "another-uid"), facts));
  assert.not(hasHashOf(stored(), another));
});

hash("takes an object without the annotation, and a draft without, for different", () => {
  assert.not(hasHashOf({ ...stored(), metadata: { name: "writer-agent", ...server } }, draftOf()));
  assert.not(hasHashOf(stored(), agentDeployment(anAgent(), facts)));
});

hash("does not depend on the order of keys", () => {
  const { spec, ...rest } = agentDeployment(anAgent(), facts);
  const { template, ...others } = spec;
  assert.ok(hasHashOf(stored(), withSpecHash({ ...rest, spec: { template, ...others } })));
});

hash.run();

const amend = suite("amended");

amend("takes what is wanted, and leaves what others have put on the object", () => {
  const standing = stored(1);
  const metadata = {
    ...standing.metadata,
    labels: { ...standing.metadata.labels, team: "blue", "tocsin.dev/agent": "wrong" },
    annotations: { ...standing.metadata.annotations, "deployment.kubernetes.io/revision": "3" },
  };
  const result = amended({ ...standing, metadata }, draftOf(2));
  assert.is(result.spec.replicas, 2);
  assert.is(result.metadata.resourceVersion, "7");
  assert.equal(result.metadata.labels, {
    team: "blue",
    "tocsin.dev/agent": "writer",
    "app.kubernetes.io/managed-by": "tocsin.dev",
  });
  assert.is(result.metadata.annotations?.["deployment.kubernetes.io/revision"], "3");
  assert.ok(hasHashOf(result, draftOf(2)));
});

amend.run();

const controlled = suite("isControlledBy");

controlled("asks the controller alone, by its uid", () => {
  const owner = { apiVersion: "v1", kind: "Any", name: "writer", uid: "u" };
  const owned = (...ownerReferences: object[]) =>
    ({ ...stored(), metadata: { name: "x", ...server, ownerReferences } }) as ReturnType<typeof stored>;
  assert.ok(isControlledBy(stored(), "uid-of-writer"));
  assert.not(isControlledBy(stored(), "another"));
  assert.not(isControlledBy(owned(owner), "u"), "an owner that does not control");
  assert.not(isControlledBy(owned(), "u"));
  assert.ok(isControlledBy(owned(owner, { ...owner, uid: "c", controller: true }), "c"));
});

controlled.run();
