import { isJsonObject, type JsonObject } from "./json-object.ts";

/** What a key of a Secret's data may look like. */
export const SECRET_KEY_PATTERN = /^[-._a-zA-Z0-9]{1,253}$/;

/** Moves a Secret's write-only `stringData` into `data`, where it wins over a key that is in both. */
export function toSecretData(fields: JsonObject): JsonObject {
  const { stringData, ...rest } = fields;
  if (!isJsonObject(stringData)) return fields;
  const encoded: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(stringData)) {
    if (value === null || value === undefined) continue;
    encoded[key] = typeof value === "string" ? base64Of(value) : value;
  }
  return { ...rest, data: { ...(isJsonObject(rest["data"]) ? rest["data"] : {}), ...encoded } };
}

function base64Of(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
