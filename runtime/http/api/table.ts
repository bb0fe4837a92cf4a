import { EventRecordType } from "../../../lib/api/core-types.ts";
import type { KubeObject } from "../../../lib/api/object.ts";
import type { ServedKind } from "./served-kinds.ts";
import type { TableColumn } from "./table-column.ts";

/** How much of each object a table's row carries. */
export type IncludedObject = "None" | "Metadata" | "Object";

/** How a table is made. */
export type TableOptions = {
  readonly includeObject: IncludedObject;
  readonly now: Date;
  /** A watch tells its columns once. */
  readonly hasHeader: boolean;
};

type ListMeta = { readonly resourceVersion?: string; readonly continue?: string | undefined };

const NAME: TableColumn = {
  name: "Name",
  type: "string",
  description: "Name of the object, unique among its kind in its namespace.",
  priority: 0,
  cell: ({ metadata }) => metadata.name,
};

/**
 * Shows objects as a `meta.k8s.io/v1` Table, which is what `kubectl get` prints.
 * Source: https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables
 */
export function tableOf(
  served: ServedKind,
  objects: readonly KubeObject[],
  metadata: ListMeta,
  { includeObject, now, hasHeader }: TableOptions,
) {
  const columns = columnsOf(served);
  return {
    kind: "Table",
    apiVersion: "meta.k8s.io/v1",
    metadata,
    columnDefinitions: hasHeader ? columns.map(definition) : null,
    rows: objects.map((object) => ({
      cells: columns.map((column) => column.cell(object, now)),
      object: included(object, includeObject),
    })),
  };
}

function columnsOf({ type, columns }: ServedKind): readonly TableColumn[] {
  return type.kind === EventRecordType.kind ? columns : [NAME, ...columns];
}

function definition({ name, type, description, priority }: TableColumn) {
  return { name, type, format: name === "Name" ? "name" : "", description, priority };
}

function included(object: KubeObject, includeObject: IncludedObject): unknown {
  if (includeObject === "None") return null;
  if (includeObject === "Object") return object;
  return { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: object.metadata };
}
