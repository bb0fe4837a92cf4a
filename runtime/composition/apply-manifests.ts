import { parseAllDocuments } from "yaml";
import { NamespaceType, SecretType } from "../../lib/api/core-types.ts";
import { DEFINITIONS } from "../../lib/api/definitions.ts";
import type { Draft, KubeObject } from "../../lib/api/object.ts";
import { apiVersionOf, type ResourceType } from "../../lib/api/resource-type.ts";
import type { Store } from "../ports/store.ts";
import { isStoreError, StoreErrorReason } from "../ports/store-error.ts";

/** What became of one object of a manifest. */
export type Applied = {
  readonly object: KubeObject;
  readonly result: "created" | "configured" | "unchanged";
};

/** Thrown where a manifest can't be read; the message says which document and why. */
export class ManifestError extends Error {
  override readonly name = "ManifestError";
}

const TYPES: readonly ResourceType[] = [...DEFINITIONS, SecretType, NamespaceType];
const DEFAULT_NAMESPACE = "default";

/** Applies the objects of a YAML text as `kubectl apply` would. Throws ManifestError and StoreError. */
export async function applyManifests(store: Store, yaml: string): Promise<readonly Applied[]> {
  const applied: Applied[] = [];
  for (const draft of parseManifests(yaml)) applied.push(await applyOne(store, draft));
  return applied;
}

function parseManifests(yaml: string): readonly Draft<KubeObject>[] {
  return parseAllDocuments(yaml).flatMap((document, index) => {
    const [error] = document.errors;
    if (error !== undefined) throw new ManifestError(`document ${index + 1}: ${error.message}`);
    const object = document.toJS() as Partial<Draft<KubeObject>> | null;
    if (object === null) return [];
    const { apiVersion, kind, metadata } = object;
    if (apiVersion !== undefined && kind !== undefined && metadata?.name !== undefined)
      return [object as Draft<KubeObject>];
    throw new ManifestError(`document ${index + 1}: apiVersion, kind and metadata.name are required`);
  });
}

async function applyOne(store: Store, draft: Draft<KubeObject>): Promise<Applied> {
  const type = TYPES.find((each) => each.kind === draft.kind && apiVersionOf(each) === draft.apiVersion);
  if (type === undefined) {
    const name = `${draft.kind} "${draft.metadata.name}"`;
    throw new ManifestError(`${name}: this server has no kind ${draft.kind} in ${draft.apiVersion}`);
  }
  const namespace = draft.metadata.namespace ?? DEFAULT_NAMESPACE;
  const placed = type.isNamespaced ? { ...draft, metadata: { ...draft.metadata, namespace } } : draft;
  try {
    return { object: await store.create(type, placed), result: "created" };
  } catch (error) {
    if (!isStoreError(error, StoreErrorReason.alreadyExists)) throw error;
  }
  const standing = await store.get(type, placed.metadata);
  if (standing === undefined) return applyOne(store, draft);
  const { labels, annotations } = standing.metadata;
  const metadata = {
    ...standing.metadata,
    labels: { ...labels, ...placed.metadata.labels },
    annotations: { ...annotations, ...placed.metadata.annotations },
  };
  const object = await store.replace(type, { ...standing, ...placed, metadata });
  const isSame = versionOf(object) === versionOf(standing);
  return { object, result: isSame ? "unchanged" : "configured" };
}

/** A replace that changes nothing keeps the version, as on the API server. */
function versionOf(object: KubeObject): string {
  return object.metadata.resourceVersion;
}
