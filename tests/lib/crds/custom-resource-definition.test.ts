import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DEFINITIONS } from "../../../lib/api/definitions.ts";
import { customResourceDefinition, objectSchema } from "../../../lib/crds/custom-resource-definition.ts";
import { nodesOf, type SchemaNode, structuralFlaws } from "../../support/structural-flaws.ts";

const test = suite("customResourceDefinition");

const kinds = DEFINITIONS.map((definition) => ({
  definition,
  kind: definition.kind,
  schema: objectSchema(definition) as SchemaNode,
  nodes: [...nodesOf(objectSchema(definition) as SchemaNode)],
}));

/** What Kubernetes itself bounds or describes. */
const STANDARD = ["", ".apiVersion", ".kind", ".metadata"];

function isBounded(node: SchemaNode): boolean {
  const has = (keyword: string) => node[keyword] !== undefined;
  if (node.type === "string") return has("maxLength") || has("enum") || node["format"] === "date-time";
  if (node.type === "array") return has("maxItems");
  if (node.type === "integer") return has("minimum") && has("maximum");
  if (node.type === "object") return node.additionalProperties === undefined || has("maxProperties");
  return true;
}

for (const { definition, kind, schema, nodes } of kinds) {
  test(`writes a schema of ${kind} that the API server takes for structural`, () => {
    assert.equal(structuralFlaws(schema), []);
  });

  test(`describes every field of ${kind}`, () => {
    const isField = ([path]: readonly [string, SchemaNode]) => !/(\[\]|\{\})$/.test(path);
    const silent = nodes
      .filter(isField)
      .filter(([, node]) => !String(node["description"] ?? "").endsWith("."));
    assert.equal(
      silent.map(([path]) => path),
      [".metadata"],
    );
  });

  test(`bounds every text, number, list and map of ${kind}, so that rules have a known cost`, () => {
    const unbounded = nodes.filter(([path, node]) => !STANDARD.includes(path) && !isBounded(node));
    assert.equal(
      unbounded.map(([path]) => path),
      [],
    );
  });

  test(`hangs every rule on ${kind} once`, () => {
    const placed = nodes.flatMap(
      ([, node]) => (node["x-kubernetes-validations"] ?? []) as { rule: string }[],
    );
    assert.equal(placed.map(({ rule }) => rule).sort(), definition.rules.map(({ cel }) => cel).sort());
  });

  test(`points every column of ${kind} at a field`, () => {
    const paths = new Set([...nodes.map(([path]) => path), ".metadata.creationTimestamp"]);
    for (const { jsonPath } of definition.columns)
      assert.ok(paths.has(jsonPath.replace(/\[\?\(.*?\)\]/, "[]")), `no field at ${jsonPath}`);
  });
}

test("addresses a kind as its definition says", () => {
  const event = kinds.find(({ kind }) => kind === "AgentEvent");
  assert.ok(event);
  const { metadata, spec } = customResourceDefinition(event.definition);
  assert.equal(metadata, { name: "agentevents.tocsin.dev" });
  assert.equal(spec.names, {
    kind: "AgentEvent",
    listKind: "AgentEventList",
    plural: "agentevents",
    singular: "agentevent",
    shortNames: ["aev"],
    categories: ["tocsin"],
  });
  assert.is(spec.group, "tocsin.dev");
  assert.is(spec.scope, "Namespaced");
  const [version] = spec.versions;
  assert.is(version?.name, "v1alpha1");
  assert.equal(version?.subresources, { status: {} });
  assert.ok(version?.served && version.storage);
});

test("requires a spec and no status", () => {
  for (const { schema } of kinds) assert.equal(schema["required"], ["spec"]);
});

test.run();
