import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { AgentEventResource } from "../../../../lib/api/agent-event.ts";
import { DEFINITIONS } from "../../../../lib/api/definitions.ts";
import { admitCreate, admitReplace, admitStatus } from "../../../../runtime/domain/resource/admit.ts";
import { NamespaceSchema, SecretSchema } from "../../../../runtime/domain/resource/core-schemas.ts";
import type { JsonObject } from "../../../../runtime/domain/resource/json-object.ts";
import { type KindSchema, kindSchemaOf } from "../../../../runtime/domain/resource/kind-schema.ts";
import type { StoredObject } from "../../../../runtime/domain/resource/stored-object.ts";

const test = suite("admitCreate");
const birth = { uid: "u-1", creationTimestamp: "2026-01-01T00:00:00Z" };
const schema = kindSchemaOf(AgentEventResource);
const spec = { source: { type: "webhook" }, targets: [{ team: "writers" }] };

function created(metadata: object = {}, kind: KindSchema = schema, rest: object = { spec }): StoredObject {
  const draft = { metadata: { name: "bell", namespace: "default", ...metadata }, ...rest };
  const { object, flaws } = admitCreate(kind, draft, birth);
  if (object === undefined) throw new Error(JSON.stringify(flaws));
  return object;
}

const fieldsOf = (metadata: unknown, kind: KindSchema = schema) =>
  (admitCreate(kind, { metadata, spec }, birth).flaws ?? []).map(({ field }) => field);

test("keeps of the metadata what is the client's, and gives the rest", () => {
  const { metadata } = created({
    uid: "mine",
    generation: 7,
    creationTimestamp: "2000-01-01T00:00:00Z",
    deletionTimestamp: "2000-01-01T00:00:00Z",
    managedFields: [{}],
    finalizers: ["x/y"],
    unknown: 1,
    labels: { a: "b" },
    annotations: {},
  });
  assert.equal(metadata, { name: "bell", namespace: "default", ...birth, generation: 1, labels: { a: "b" } });
});

const metadataFlaws: readonly {
  readonly name: string;
  readonly metadata: unknown;
  readonly fields: readonly string[];
}[] = [
  { name: "no metadata", metadata: undefined, fields: ["metadata"] },
  { name: "metadata that is a list", metadata: [], fields: ["metadata"] },
  { name: "no name and no namespace", metadata: {}, fields: ["metadata.name", "metadata.namespace"] },
  { name: "a name that is a number", metadata: { name: 1, namespace: "a" }, fields: ["metadata.name"] },
  {
    name: "a namespace that is no label",
    metadata: { name: "a", namespace: "a.b" },
    fields: ["metadata.namespace"],
  },
  {
    name: "labels that are a list",
    metadata: { name: "a", namespace: "a", labels: ["b"] },
    fields: ["metadata.labels"],
  },
  {
    name: "a label that is a number",
    metadata: { name: "a", namespace: "a", labels: { b: 1 } },
    fields: ["metadata.labels.b"],
  },
  {
    name: "owners that are no list",
    metadata: { name: "a", namespace: "a", ownerReferences: {} },
    fields: ["metadata.ownerReferences"],
  },
  {
    name: "an owner that is a text",
    metadata: { name: "a", namespace: "a", ownerReferences: ["b"] },
    fields: ["metadata.ownerReferences[0]"],
  },
  {
    name: "an owner that says nothing",
    metadata: { name: "a", namespace: "a", ownerReferences: [{}] },
    fields: ["apiVersion", "kind", "name", "uid"].map((key) => `metadata.ownerReferences[0].${key}`),
  },
];
for (const { name, metadata, fields } of metadataFlaws) {
  test(`refuses ${name}`, () => assert.equal(fieldsOf(metadata), fields));
}

test("refuses two controllers", () => {
  const owner = { apiVersion: "v1", kind: "K", name: "n", uid: "u", controller: true };
  assert.equal(fieldsOf({ name: "a", namespace: "a", ownerReferences: [owner, owner] }), [
    "metadata.ownerReferences",
  ]);
});

test("refuses a namespace for what has none", () => {
  assert.equal(fieldsOf({ name: "a", namespace: "b" }, NamespaceSchema), ["metadata.namespace"]);
});

test("names the flaws of metadata and spec together", () => {
  const { flaws = [] } = admitCreate(schema, { metadata: { name: "A", namespace: "a" }, spec: {} }, birth);
  assert.equal(
    flaws.map(({ field }) => field),
    ["metadata.name", "spec.source", "spec.targets"],
  );
});

test("never repeats what a Secret holds", () => {
  const data = { fine: "aHVudGVyMg==", wrong: "hunter2!", number: 5 };
  const metadata = { name: "s", namespace: "default" };
  const { flaws = [] } = admitCreate(SecretSchema, { metadata, data }, birth);
  assert.equal(
    flaws.map(({ field }) => field),
    ["data.wrong", "data.number"],
  );
  assert.not.match(JSON.stringify(flaws), /hunter2|aHVudGVyMg|5:/);
});

test("returns the old object where a replacement changes nothing", () => {
  const old = created();
  assert.is(admitReplace(schema, JSON.parse(JSON.stringify(old)), old).object, old);
  assert.is(admitStatus(schema, JSON.parse(JSON.stringify(old)), old).object, old);
});

test("never changes what it was given", () => {
  const old = created({ labels: { a: "b" } });
  const candidate = { ...old, spec: { ...spec, suspended: null, extra: 1 }, status: { firedCount: 1 } };
  const before = structuredClone({ old, candidate });
  admitReplace(schema, candidate, old);
  admitStatus(schema, candidate, old);
  assert.equal({ old, candidate }, before);
});

test("admits what it has admitted, and then changes nothing", () => {
  const object = created();
  const again = admitCreate(schema, object, birth).object;
  assert.equal(again, object);
});

for (const definition of DEFINITIONS) {
  test(`throws at no JSON that calls itself an ${definition.kind}`, () => {
    const kind = kindSchemaOf(definition);
    const old = { apiVersion: "v", kind: "k", metadata: { name: "n", namespace: "n", ...birth } };
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (first, second) => {
        const metadata = { name: "n", namespace: "n", ...(first as object) };
        for (const part of [first, { source: first, steps: [second], selector: first, trigger: second }]) {
          const candidate = { metadata, spec: part, status: second } as JsonObject;
          for (const admission of [
            admitCreate(kind, candidate, birth),
            admitReplace(kind, candidate, old),
            admitStatus(kind, candidate, old),
          ]) {
            assert.ok((admission.object === undefined) !== (admission.flaws === undefined));
            if (admission.flaws !== undefined) assert.ok(admission.flaws.length > 0);
          }
        }
      }),
    );
  });
}

test.run();
