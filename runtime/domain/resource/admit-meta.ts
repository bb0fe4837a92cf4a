import { admitAnnotations, admitLabels } from "./admit-map.ts";
import { admitName } from "./admit-name.ts";
import { admitOwners } from "./admit-owners.ts";
import { type FieldFlaw, missingField, mistypedField } from "./field-flaw.ts";
import { isJsonObject } from "./json-object.ts";
import type { KindSchema } from "./kind-schema.ts";
import type { StoredMeta } from "./stored-object.ts";

/** What metadata admission came to; with flaws the metadata is of no use. */
export type AdmittedMeta = { readonly metadata?: StoredMeta; readonly flaws: readonly FieldFlaw[] };

/** Metadata that the server sets, whatever the client sent. */
export type GivenMeta = Pick<StoredMeta, "uid" | "creationTimestamp"> &
  Partial<Pick<StoredMeta, "generation" | "deletionTimestamp" | "generateName">>;

/** Prunes metadata to what is stored, validates it, and adds what the server sets. */
export function admitMeta(schema: KindSchema, metadata: unknown, given: GivenMeta): AdmittedMeta {
  if (metadata === undefined || metadata === null) return { flaws: [missingField("metadata")] };
  if (!isJsonObject(metadata)) return { flaws: [mistypedField("metadata", metadata, "object")] };
  const flaws: FieldFlaw[] = [];
  admitName(schema, metadata, flaws);
  const { name, namespace, generateName } = metadata;
  const labels = admitLabels(metadata["labels"], flaws);
  const annotations = admitAnnotations(metadata["annotations"], flaws);
  const ownerReferences = admitOwners(metadata["ownerReferences"], flaws);
  const admitted = {
    name: name as string,
    ...(typeof generateName === "string" && generateName !== "" && { generateName }),
    ...(schema.type.isNamespaced && { namespace: namespace as string }),
    ...given,
    ...(labels && { labels }),
    ...(annotations && { annotations }),
    ...(ownerReferences && { ownerReferences }),
  };
  return { metadata: admitted, flaws };
}
