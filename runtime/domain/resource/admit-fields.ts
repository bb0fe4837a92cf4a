import type { z } from "zod";
import type { FieldFlaw } from "./field-flaw.ts";
import type { JsonObject } from "./json-object.ts";
import { schemaFlaws } from "./schema-flaws.ts";
import { withoutNulls } from "./without-nulls.ts";

/** What the schema of an object's fields made of them. */
export type AdmittedFields =
  | { readonly fields: JsonObject; readonly flaws?: undefined }
  | { readonly flaws: readonly FieldFlaw[]; readonly fields?: undefined };

/** Prunes, defaults and validates fields by their schema. What comes back shares nothing with `value`. */
export function admitFields(schema: z.ZodObject, value: JsonObject, isSecret: boolean): AdmittedFields {
  const clean = withoutNulls(schema, value);
  const result = schema.safeParse(clean);
  return result.success ? { fields: result.data } : { flaws: schemaFlaws(result.error, clean, isSecret) };
}
