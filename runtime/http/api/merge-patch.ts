import { isJsonObject, type JsonObject } from "../../domain/resource/json-object.ts";

/**
 * Applies a JSON merge patch: null removes a field, an object goes on field by field, all else replaces.
 * Neither value is changed. Source: RFC 7396
 */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  // A map, and entries at the end: assigning would let a field "__proto__" change what an object is.
  const merged = new Map(Object.entries(target));
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) merged.delete(key);
    else merged.set(key, isJsonObject(change) ? mergePatch(objectAt(merged, key), change) : change);
  }
  return Object.fromEntries(merged);
}

function objectAt(fields: ReadonlyMap<string, unknown>, key: string): JsonObject {
  const value = fields.get(key);
  return isJsonObject(value) ? value : {};
}
