import type { z } from "zod";

/** A schema without what only says whether and with which default the value may be absent. */
function innerSchema(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema as z.ZodType;
  while (inner.type === "optional" || inner.type === "default") {
    inner = (inner as z.ZodOptional | z.ZodDefault).def.innerType as z.ZodType;
  }
  return inner;
}

/** What a schema says of the values below it. */
export type SchemaNode =
  | { readonly type: "scalar" }
  | { readonly type: "object"; readonly shape: Readonly<Record<string, z.core.$ZodType>> }
  | { readonly type: "list" | "map"; readonly item: z.core.$ZodType };

const known = new WeakMap<z.core.$ZodType, SchemaNode>();

/** The node of a schema; worked out once, since every write asks for it. */
export function schemaNode(schema: z.core.$ZodType): SchemaNode {
  let node = known.get(schema);
  if (node === undefined) {
    node = readNode(innerSchema(schema) as z.ZodType);
    known.set(schema, node);
  }
  return node;
}

function readNode(schema: z.ZodType): SchemaNode {
  if (schema.type === "object") return { type: "object", shape: (schema as z.ZodObject).def.shape };
  if (schema.type === "array") return { type: "list", item: (schema as z.ZodArray).def.element };
  if (schema.type === "record") return { type: "map", item: (schema as z.ZodRecord).def.valueType };
  return { type: "scalar" };
}
