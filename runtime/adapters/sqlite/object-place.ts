import type { ObjectKey } from "../../../lib/api/object.ts";
import { apiVersionOf, qualifiedPlural, type ResourceType } from "../../../lib/api/resource-type.ts";
import type { KindSchema } from "../../domain/resource/kind-schema.ts";
import { findKindSchema } from "../../domain/resource/kind-schemas.ts";
import type { RowKey } from "./object-rows.ts";
import { refusal } from "./refusal.ts";

/** The schema of a kind that the store keeps. Throws NotFound for any other. */
export function schemaOf(type: ResourceType): KindSchema {
  const schema = findKindSchema(type);
  if (schema === undefined) throw refusal.unknownType();
  return schema;
}

/** Where the object with a key is stored. Throws BadRequest where the key's namespace does not fit its kind. */
export function placeOf(type: ResourceType, key: ObjectKey): RowKey {
  const namespace = key.namespace ?? "";
  if (type.isNamespaced && namespace === "") throw refusal.badRequest(`${type.plural} need a namespace`);
  if (!type.isNamespaced && namespace !== "") throw refusal.badRequest(`${type.plural} have no namespace`);
  return { kind: qualifiedPlural(type), namespace, name: key.name };
}

/** Refuses an object that says it is of another kind. */
export function checkKind(type: ResourceType, object: { apiVersion: string; kind: string }): void {
  const apiVersion = apiVersionOf(type);
  if (object.apiVersion === apiVersion && object.kind === type.kind) return;
  throw refusal.badRequest(
    `the object is a ${object.kind} of ${object.apiVersion}, where a ${type.kind} of ${apiVersion} is expected`,
  );
}
