import { DEFINITIONS } from "../../../lib/api/definitions.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import { EventRecordSchema, NamespaceSchema, SecretSchema } from "../../domain/resource/core-schemas.ts";
import { type KindSchema, kindSchemaOf } from "../../domain/resource/kind-schema.ts";
import { EVENT_COLUMNS, NAMESPACE_COLUMNS, SECRET_COLUMNS } from "./core-columns.ts";
import { printedColumn, type TableColumn } from "./table-column.ts";

/** A kind that the API serves. */
export type ServedKind = {
  readonly type: ResourceType;
  readonly schema: KindSchema;
  readonly description: string;
  readonly categories: readonly string[];
  /** Columns after the name. */
  readonly columns: readonly TableColumn[];
  /** Fields that Kubernetes' own kind has and ours drops without a word, even where that is to be strict. */
  readonly ignoredFields: readonly string[];
};

function coreKind(schema: KindSchema, facts: Omit<ServedKind, "type" | "schema" | "categories">): ServedKind {
  return { ...facts, type: schema.type, schema, categories: [] };
}

/** Every kind that the API serves, in the order in which discovery lists them. */
const SERVED_KINDS: readonly ServedKind[] = [
  coreKind(EventRecordSchema, {
    description: "A record of something that happened to an object, kept for an hour.",
    columns: EVENT_COLUMNS,
    ignoredFields: ["series", "related"],
  }),
  coreKind(NamespaceSchema, {
    description: "A scope for names. Deleting it deletes what is in it.",
    columns: NAMESPACE_COLUMNS,
    ignoredFields: ["spec"],
  }),
  coreKind(SecretSchema, {
    description: "Secret data, such as a token or a key.",
    columns: SECRET_COLUMNS,
    ignoredFields: [],
  }),
  ...DEFINITIONS.map((definition) => ({
    type: definition,
    schema: kindSchemaOf(definition),
    description: definition.description,
    categories: definition.categories,
    columns: definition.columns.map(printedColumn),
    ignoredFields: [],
  })),
];

/** The kinds of one group version, such as `v1` or `tocsin.dev/v1alpha1`. */
export function kindsOf(group: string, version: string): readonly ServedKind[] {
  return SERVED_KINDS.filter(({ type }) => type.group === group && type.version === version);
}
