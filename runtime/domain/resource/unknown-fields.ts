import type { z } from "zod";
import { isJsonObject, type JsonObject } from "./json-object.ts";
import type { KindSchema } from "./kind-schema.ts";
import { type SchemaNode, schemaNode } from "./schema-nodes.ts";

/** All fields of Kubernetes' ObjectMeta, kept by the store or not. */
const META_FIELDS = new Set([
  "annotations",
  "creationTimestamp",
  "deletionGracePeriodSeconds",
  "deletionTimestamp",
  "finalizers",
  "generateName",
  "generation",
  "labels",
  "managedFields",
  "name",
  "namespace",
  "ownerReferences",
  "resourceVersion",
  "selfLink",
  "uid",
]);
const ROOT_FIELDS = new Set(["apiVersion", "kind", "metadata"]);
/** Most unknown fields that are named: an answer is for people. */
const MAX_NAMED = 20;

/** Names the fields that pruning drops, as strict field validation reports them: `spec.targets[0].tean`. */
export function unknownFields(schema: KindSchema, object: JsonObject): readonly string[] {
  const found: string[] = [];
  const { metadata } = object;
  if (isJsonObject(metadata)) {
    for (const key of Object.keys(metadata)) if (!META_FIELDS.has(key)) found.push(`metadata.${key}`);
  }
  const shape = { ...schema.fields.def.shape, ...schema.status?.def.shape };
  const fields = schema.prepare?.(object) ?? object;
  for (const key of Object.keys(fields)) {
    if (ROOT_FIELDS.has(key)) continue;
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (field === undefined) found.push(key);
    else collect(field, fields[key], key, found);
  }
  return found.slice(0, MAX_NAMED);
}

function collect(schema: z.core.$ZodType, value: unknown, path: string, found: string[]): void {
  const node = schemaNode(schema);
  if (node.type === "list") {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) collect(node.item, item, `${path}[${index}]`, found);
  } else if (node.type !== "scalar" && isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      const field = fieldOf(node, key);
      if (field === undefined) found.push(`${path}.${key}`);
      else collect(field, value[key], `${path}.${key}`, found);
    }
  }
}

function fieldOf(node: Exclude<SchemaNode, { type: "scalar" }>, key: string): z.core.$ZodType | undefined {
  if (node.type !== "object") return node.item;
  return Object.hasOwn(node.shape, key) ? node.shape[key] : undefined;
}
