import type { z } from "zod";
import { isJsonObject, type JsonObject } from "./json-object.ts";
import { schemaNode } from "./schema-nodes.ts";

/**
 * Drops the nulls of fields and map entries, as the API server does for what is not nullable: a default then
 * takes the place, and a required field is missing. Nulls in lists stay, and are errors. Only what changes is
 * copied.
 * Source: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable
 */
export function withoutNulls(schema: z.core.$ZodType, value: unknown): unknown {
  const node = schemaNode(schema);
  if (node.type === "list") return Array.isArray(value) ? cleanList(node.item, value) : value;
  if (!isJsonObject(value)) return value;
  if (node.type === "object") {
    return cleanFields(value, (key) => (Object.hasOwn(node.shape, key) ? node.shape[key] : undefined));
  }
  return node.type === "map" ? cleanFields(value, () => node.item) : value;
}

function cleanList(item: z.core.$ZodType, list: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (const [index, before] of list.entries()) {
    const after = withoutNulls(item, before);
    if (after === before) continue;
    copy ??= [...list];
    copy[index] = after;
  }
  return copy ?? list;
}

function cleanFields(object: JsonObject, schemaOf: (key: string) => z.core.$ZodType | undefined): JsonObject {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const schema = schemaOf(key);
    if (schema === undefined) continue;
    const before = object[key];
    const after = before === null || before === undefined ? undefined : withoutNulls(schema, before);
    if (after === before && before !== undefined) continue;
    copy ??= { ...object };
    if (after === undefined) delete copy[key];
    else copy[key] = after;
  }
  return copy ?? object;
}
