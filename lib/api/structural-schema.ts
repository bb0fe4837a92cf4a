import { z } from "zod";

/** A check that the API server runs on a node: `rule` is CEL over `self` (and `oldSelf` on updates). */
export type Validation = { readonly rule: string; readonly message: string };

/**
 * The part of the API server's structural schemas that Tocsin uses. There are no unions, no `anyOf` and no
 * preserved unknown fields: what isn't declared is pruned.
 */
export type StructuralSchema = {
  readonly type: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, StructuralSchema>>;
  readonly additionalProperties?: StructuralSchema;
  readonly required?: readonly string[];
  readonly items?: StructuralSchema;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly "x-kubernetes-list-type"?: "atomic" | "map" | "set";
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-validations"?: readonly Validation[];
};

/** Largest value of the `int32` format. */
const MAX_INT32 = 2_147_483_647;

/**
 * Turns a zod schema into the structural schema that a CRD carries. Defaults are taken from the input's side:
 * a field with a default may be left out, as the API server fills it in.
 */
export function structuralSchema(schema: z.ZodType): StructuralSchema {
  const { $schema: _, ...root } = z.toJSONSchema(schema, {
    target: "openapi-3.0",
    io: "input",
    reused: "inline",
    unrepresentable: "throw",
    override: ({ jsonSchema }) => {
      // Clients that generate code from the CRD pick the width of an integer by its format.
      if (jsonSchema.type === "integer")
        jsonSchema.format = (jsonSchema.maximum ?? Number.MAX_SAFE_INTEGER) > MAX_INT32 ? "int64" : "int32";
    },
  });
  return root as StructuralSchema;
}
