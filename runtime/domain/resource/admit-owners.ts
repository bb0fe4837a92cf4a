import type { OwnerReference } from "../../../lib/api/object.ts";
import { type FieldFlaw, FlawReason, invalidField, missingField, mistypedField } from "./field-flaw.ts";
import { isJsonObject, type JsonObject } from "./json-object.ts";

const FIELD = "metadata.ownerReferences";
const REQUIRED = ["apiVersion", "kind", "name", "uid"] as const;
/** Most owners of one object: garbage collection looks each of them up. */
const MAX_OWNERS = 64;

/** Copies `metadata.ownerReferences`, or adds to `flaws` what is wrong with them. */
export function admitOwners(value: unknown, flaws: FieldFlaw[]): readonly OwnerReference[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) {
    flaws.push(mistypedField(FIELD, value, "array"));
    return undefined;
  }
  if (value.length > MAX_OWNERS) {
    const message = `Too many: ${value.length}: must have at most ${MAX_OWNERS} items`;
    flaws.push({ field: FIELD, reason: FlawReason.tooMany, message });
    return undefined;
  }
  const owners: OwnerReference[] = [];
  for (const [index, item] of value.entries()) {
    const owner = admitOwner(`${FIELD}[${index}]`, item, flaws);
    if (owner !== undefined) owners.push(owner);
  }
  if (owners.filter((owner) => owner.controller === true).length > 1) {
    flaws.push(invalidField(FIELD, value, "only one reference may have controller set to true"));
  }
  return owners.length === 0 ? undefined : owners;
}

function admitOwner(field: string, value: unknown, flaws: FieldFlaw[]): OwnerReference | undefined {
  if (!isJsonObject(value)) {
    flaws.push(mistypedField(field, value, "object"));
    return undefined;
  }
  const before = flaws.length;
  for (const key of REQUIRED) checkText(`${field}.${key}`, value[key], flaws);
  if (flaws.length > before) return undefined;
  const { apiVersion, kind, name, uid } = value as JsonObject & Record<(typeof REQUIRED)[number], string>;
  return {
    apiVersion,
    kind,
    name,
    uid,
    ...(typeof value["controller"] === "boolean" && { controller: value["controller"] }),
    ...(typeof value["blockOwnerDeletion"] === "boolean" && {
      blockOwnerDeletion: value["blockOwnerDeletion"],
    }),
  };
}

function checkText(field: string, value: unknown, flaws: FieldFlaw[]): void {
  if (value === undefined || value === null || value === "")
    flaws.push(missingField(field, "may not be empty"));
  else if (typeof value !== "string") flaws.push(mistypedField(field, value, "string"));
}
