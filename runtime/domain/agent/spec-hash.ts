import { createHash } from "node:crypto";
import { Annotation } from "../../../lib/api/keys.ts";
import type { Draft, KubeObject } from "../../../lib/api/object.ts";

/** Characters of a digest: enough to tell specs of one object apart. */
const LENGTH = 32;

/** What is wanted, with a digest of itself as an annotation, so that the server's defaults are no difference later. */
export function withSpecHash<T extends KubeObject>(draft: Draft<T>): Draft<T> {
  const { metadata } = draft;
  const annotations = { ...metadata.annotations, [Annotation.specHash]: specHash(draft) };
  return { ...draft, metadata: { ...metadata, annotations } };
}

/** Whether an object was last written as a draft wants it. */
export function hasHashOf<T extends KubeObject>(standing: T, draft: Draft<T>): boolean {
  const wanted = draft.metadata.annotations?.[Annotation.specHash];
  return wanted !== undefined && standing.metadata.annotations?.[Annotation.specHash] === wanted;
}

/** A standing object as a draft wants it. Labels and annotations that others have put on it stay. */
export function amended<T extends KubeObject>(standing: T, draft: Draft<T>): T {
  const { labels, annotations, ...metadata } = standing.metadata;
  return {
    ...standing,
    ...draft,
    metadata: {
      ...metadata,
      ownerReferences: draft.metadata.ownerReferences,
      labels: { ...labels, ...draft.metadata.labels },
      annotations: { ...annotations, ...draft.metadata.annotations },
    },
  } as T;
}

/** Whether an object is controlled by an owner: never touch what is not. */
export function isControlledBy(object: KubeObject, ownerUID: string): boolean {
  const controller = object.metadata.ownerReferences?.find((each) => each.controller === true);
  return controller?.uid === ownerUID;
}

/** A draft's digest, whatever the order of its keys: an object that was read has its server's. */
function specHash(draft: Draft<KubeObject>): string {
  const text = JSON.stringify(draft, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash("sha256").update(text).digest("hex").slice(0, LENGTH);
}
