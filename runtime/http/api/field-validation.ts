import type { JsonObject } from "../../domain/resource/json-object.ts";
import { unknownFields } from "../../domain/resource/unknown-fields.ts";
import type { FieldValidation } from "./query-options.ts";
import type { ServedKind } from "./served-kinds.ts";

/** What strict validation has against an object's fields. */
export type FieldComplaint = {
  /** As a refusal words it; undefined where nothing is to be refused. */
  readonly refusal?: string;
  /** As `Warning` headers tell it. */
  readonly warnings: readonly string[];
};

/** Longest name of a field in a warning: a header is for people, and bounded. */
const MAX_FIELD_LENGTH = 200;

/** Finds the fields that an object's kind does not have, and says what is to come of them. */
export function complainAbout(
  served: ServedKind,
  object: JsonObject,
  validation: FieldValidation,
): FieldComplaint {
  if (validation === "Ignore") return { warnings: [] };
  const complaints = unknownFields(served.schema, object)
    .filter((field) => !served.ignoredFields.includes(field.replace(/[.[].*$/s, "")))
    .map((field) => `unknown field ${JSON.stringify(shortened(field))}`);
  if (complaints.length === 0 || validation === "Warn") return { warnings: complaints };
  return { refusal: `strict decoding error: ${complaints.join(", ")}`, warnings: [] };
}

/** A `Warning` header (RFC 7234, 5.5): in ASCII, because a header may hold nothing else. */
export function warningHeader(text: string): string {
  const ascii = text.replace(/[^\x20-\x7e]/g, "?").replace(/[\\"]/g, "\\$&");
  return `299 - "${ascii}"`;
}

function shortened(field: string): string {
  return field.length > MAX_FIELD_LENGTH ? `${field.slice(0, MAX_FIELD_LENGTH)}…` : field;
}
