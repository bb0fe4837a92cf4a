import type { PrinterColumn, ResourceDefinition } from "../api/resource-definition.ts";
import { qualifiedPlural } from "../api/resource-type.ts";
import { type StructuralSchema, structuralSchema } from "../api/structural-schema.ts";
import { placeRules } from "./place-rules.ts";

/** Writes a kind's `apiextensions.k8s.io/v1` CustomResourceDefinition. */
export function customResourceDefinition(definition: ResourceDefinition) {
  const { group, kind, plural, singular, shortNames, categories } = definition;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: qualifiedPlural(definition) },
    spec: {
      group,
      scope: definition.isNamespaced ? "Namespaced" : "Cluster",
      names: { kind, listKind: `${kind}List`, plural, singular, shortNames, categories },
      versions: [
        {
          name: definition.version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: objectSchema(definition) },
          additionalPrinterColumns: definition.columns.map(column),
          ...(definition.hasStatus ? { subresources: { status: {} } } : {}),
        },
      ],
    },
  };
}

/** The schema of a kind's whole object, with the rules on their nodes. */
export function objectSchema(definition: ResourceDefinition): StructuralSchema {
  const root: StructuralSchema = {
    type: "object",
    description: definition.description,
    required: ["spec"],
    properties: {
      apiVersion: { type: "string", description: "Version of the schema that this object is written in." },
      kind: { type: "string", description: "Kind of the object." },
      // The API server knows metadata itself, and refuses a CRD that says anything about it, even a text.
      metadata: { type: "object" },
      spec: { description: "What is wanted.", ...structuralSchema(definition.spec) },
      status: {
        description: "What the operator observed. Written by the operator alone.",
        ...structuralSchema(definition.status),
      },
    },
  };
  return placeRules(root, definition.rules);
}

function column({ name, type, jsonPath, description, priority }: PrinterColumn) {
  return { name, type, jsonPath, description, ...(priority === undefined ? {} : { priority }) };
}
