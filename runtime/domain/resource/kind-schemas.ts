import { DEFINITIONS } from "../../../lib/api/definitions.ts";
import { qualifiedPlural, type ResourceType } from "../../../lib/api/resource-type.ts";
import { EventRecordSchema, NamespaceSchema, SecretSchema } from "./core-schemas.ts";
import { type KindSchema, kindSchemaOf } from "./kind-schema.ts";

/** Every kind that a standalone store keeps: the core ones, then Tocsin's own. */
export const KIND_SCHEMAS: readonly KindSchema[] = [
  NamespaceSchema,
  SecretSchema,
  EventRecordSchema,
  ...DEFINITIONS.map(kindSchemaOf),
];

const byPlural = new Map(KIND_SCHEMAS.map((schema) => [qualifiedPlural(schema.type), schema]));

/** The schema of a type, or undefined where no store keeps that kind. */
export function findKindSchema(type: ResourceType): KindSchema | undefined {
  return byPlural.get(qualifiedPlural(type));
}
