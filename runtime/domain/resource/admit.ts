import { apiVersionOf } from "../../../lib/api/resource-type.ts";
import { admitFields } from "./admit-fields.ts";
import { admitMeta, type GivenMeta } from "./admit-meta.ts";
import { brokenRules } from "./broken-rules.ts";
import type { FieldFlaw } from "./field-flaw.ts";
import { isSameJson } from "./is-same-json.ts";
import type { JsonObject } from "./json-object.ts";
import type { KindSchema } from "./kind-schema.ts";
import type { StoredObject } from "./stored-object.ts";

/** What admission came to: the object to store, or what is wrong with it. */
export type Admission =
  | { readonly object: StoredObject; readonly flaws?: undefined }
  | { readonly flaws: readonly FieldFlaw[]; readonly object?: undefined };

/** What the server gives a new object. */
export type Birth = { readonly uid: string; readonly creationTimestamp: string };

/** Admits a new object: prunes, defaults and validates it; a status with a subresource is dropped. */
export function admitCreate(schema: KindSchema, draft: JsonObject, birth: Birth): Admission {
  return admitWhole(schema, draft, schema.status === undefined ? birth : { ...birth, generation: 1 });
}

/**
 * Admits a replacement of `old`: everything but a status with a subresource. The generation grows where
 * something beside the metadata changed; `old` itself comes back where nothing changed at all.
 */
export function admitReplace(schema: KindSchema, candidate: JsonObject, old: StoredObject): Admission {
  const admission = admitWhole(schema, candidate, givenBefore(old), old);
  if (admission.object === undefined) return admission;
  const { object } = admission;
  const isSame = Object.keys(schema.fields.def.shape).every((key) => isSameJson(object[key], old[key]));
  if (isSame) return isSameJson(object.metadata, old.metadata) ? { object: old } : admission;
  const { generation } = object.metadata;
  if (generation === undefined) return admission;
  return { object: { ...object, metadata: { ...object.metadata, generation: generation + 1 } } };
}

/** Admits a new status of `old`, and nothing else of the candidate. */
export function admitStatus(schema: KindSchema, candidate: JsonObject, old: StoredObject): Admission {
  if (schema.status === undefined) return { object: old };
  const { fields, flaws } = admitFields(schema.status, { status: candidate["status"] }, schema.isSecret);
  if (flaws !== undefined) return { flaws };
  if (isSameJson(fields["status"], old["status"])) return { object: old };
  const { status: _, ...rest } = old as StoredObject & { readonly status?: unknown };
  const object: StoredObject = { ...rest, ...fields };
  const broken = brokenRules(rulesOfStatus(schema), object, old);
  return broken.length > 0 ? { flaws: broken } : { object };
}

function admitWhole(
  schema: KindSchema,
  candidate: JsonObject,
  given: GivenMeta,
  old?: StoredObject,
): Admission {
  const { metadata, flaws } = admitMeta(schema, candidate["metadata"], given);
  const prepared = schema.prepare?.(candidate, old) ?? candidate;
  const admitted = admitFields(schema.fields, prepared, schema.isSecret);
  if (admitted.flaws !== undefined) return { flaws: [...flaws, ...admitted.flaws] };
  if (metadata === undefined || flaws.length > 0) return { flaws };
  const object: StoredObject = {
    apiVersion: apiVersionOf(schema.type),
    kind: schema.type.kind,
    metadata,
    ...admitted.fields,
    ...(schema.status !== undefined && old?.["status"] !== undefined && { status: old["status"] }),
  };
  const broken = brokenRules(schema.rules, object, old);
  return broken.length > 0 ? { flaws: broken } : { object };
}

function givenBefore({ metadata }: StoredObject): GivenMeta {
  const { uid, creationTimestamp, generation, deletionTimestamp, generateName } = metadata;
  return {
    ...(generateName !== undefined && { generateName }),
    uid,
    creationTimestamp,
    ...(generation !== undefined && { generation }),
    ...(deletionTimestamp !== undefined && { deletionTimestamp }),
  };
}

function rulesOfStatus(schema: KindSchema) {
  return schema.rules.filter((rule) => rule.path[0] === "status");
}
