import type { ObjectMeta } from "../../../lib/api/object.ts";

/** Metadata as it is stored: the resource version comes from the write. */
export type StoredMeta = Omit<ObjectMeta, "resourceVersion"> & { readonly generateName?: string };

/** An object as it is stored: admitted, and without its resource version. */
export type StoredObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: StoredMeta;
  readonly [field: string]: unknown;
};
