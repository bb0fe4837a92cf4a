import type { z } from "zod";
import { SecretType } from "../../../lib/api/core-types.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import { type StructuralSchema, structuralSchema } from "../../../lib/api/structural-schema.ts";
import type { ServedKind } from "./served-kinds.ts";

const OBJECT_META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const text = (description: string) => ({ type: "string", description });
const texts = (description: string) => ({
  type: "object",
  description,
  additionalProperties: { type: "string" },
});

/** What `kubectl explain x.metadata` shows. */
const OBJECT_META_SCHEMA = {
  type: "object",
  description: "What every object has: its name, its place and its history.",
  properties: {
    name: text("Name, unique among the objects of its kind in its namespace."),
    generateName: text("Beginning of a name that the server completes, where there is no name."),
    namespace: text("Namespace that the object lives in."),
    labels: texts("Keys and values that objects are selected by."),
    annotations: texts("Keys and values for tools, that nothing is selected by."),
    uid: text("Identity of the object, given by the server."),
    resourceVersion: text("Version of the object, given by the server at each write."),
    generation: { type: "integer", format: "int64", description: "Counts the changes of what is wanted." },
    creationTimestamp: text("When the object was created."),
    deletionTimestamp: text("When it was asked to go, while it has not gone."),
    ownerReferences: {
      type: "array",
      description: "Objects without which this one is deleted.",
      items: { type: "object" },
    },
  },
};

/** The schemas of a group version's document, under the names by which Kubernetes would list them. */
export function openapiSchemas(kinds: readonly ServedKind[]): Record<string, unknown> {
  const own = kinds.map((served) => [schemaName(served.type), schemaOf(served)]);
  return { [OBJECT_META]: OBJECT_META_SCHEMA, ...Object.fromEntries(own) };
}

function schemaName({ group, version, kind }: ResourceType): string {
  if (group === "") return `io.k8s.api.core.${version}.${kind}`;
  return `${group.split(".").reverse().join(".")}.${version}.${kind}`;
}

function schemaOf({ type, schema, description }: ServedKind) {
  const { group, version, kind } = type;
  return {
    type: "object",
    description,
    properties: {
      apiVersion: text("Version of the schema that this object is written in."),
      kind: text("Kind of the object."),
      metadata: {
        description: "What every object has.",
        allOf: [{ $ref: `#/components/schemas/${OBJECT_META}` }],
      },
      ...propertiesOf(schema.fields),
      ...(schema.status && propertiesOf(schema.status)),
      ...(kind === SecretType.kind && { stringData: texts("Values as text; written, never read.") }),
    },
    "x-kubernetes-group-version-kind": [{ group, version, kind }],
  };
}

function propertiesOf(fields: z.ZodObject): Readonly<Record<string, StructuralSchema>> {
  const { properties = {} } = structuralSchema(fields);
  const { spec, status } = properties;
  return {
    ...properties,
    ...(spec && { spec: { description: "What is wanted.", ...spec } }),
    ...(status && { status: { description: "What was observed.", ...status } }),
  };
}
