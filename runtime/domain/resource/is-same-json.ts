import { isJsonObject, type JsonObject } from "./json-object.ts";

/** Whether two JSON values are equal, whatever the order of their keys; undefined counts as absent. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, i) => isSameJson(item, other[i]))
    );
  }
  return isJsonObject(one) && isJsonObject(other) && haveSameFields(one, other);
}

function haveSameFields(one: JsonObject, other: JsonObject): boolean {
  let surplus = 0;
  for (const key of Object.keys(other)) if (other[key] !== undefined) surplus++;
  for (const key of Object.keys(one)) {
    if (one[key] === undefined) continue;
    if (!Object.hasOwn(other, key) || !isSameJson(one[key], other[key])) return false;
    surplus--;
  }
  return surplus === 0;
}
