/** A JSON object whose fields are not known yet. */
export type JsonObject = { readonly [key: string]: unknown };

/** Whether a value is a JSON object, and neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
