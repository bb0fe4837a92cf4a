import type { KubeObject } from "../../../lib/api/object.ts";
import { apiVersionOf, type ResourceType } from "../../../lib/api/resource-type.ts";

/**
 * An object as it came from the server, with its kind, which the items of a list of core kinds lack, and without
 * the record of who set which field: it is as large as the object, and nobody here reads it.
 */
export function received<T extends KubeObject>(type: ResourceType<T>, object: unknown): T {
  const { metadata, ...rest } = object as T;
  const { managedFields: _, ...kept } = metadata as T["metadata"] & { readonly managedFields?: unknown };
  return { ...rest, apiVersion: apiVersionOf(type), kind: type.kind, metadata: kept } as unknown as T;
}
