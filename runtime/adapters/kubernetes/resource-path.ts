import type { ObjectKey } from "../../../lib/api/object.ts";
import { qualifiedPlural, type ResourceType } from "../../../lib/api/resource-type.ts";
import { StoreError, StoreErrorReason } from "../../ports/store-error.ts";

/** Path of a kind's objects in a namespace, or in all where none is named. */
export function collectionPath(type: ResourceType, namespace: string | undefined): string {
  const root = type.group === "" ? `/api/${type.version}` : `/apis/${type.group}/${type.version}`;
  const place = namespace === undefined ? "" : `/namespaces/${segment(type, namespace)}`;
  return `${root}${type.isNamespaced ? place : ""}/${type.plural}`;
}

/** Path of one object. Throws NotFound for a key that no object can have. */
export function objectPath(type: ResourceType, { namespace, name }: ObjectKey): string {
  return `${collectionPath(type, namespace)}/${segment(type, name)}`;
}

/**
 * The server decodes a path before it splits it, so a name with a slash would address something else: `a/status`
 * is the event `a`. Names come from callers' URLs, so such a key is answered as what it is: nothing's.
 */
function segment(type: ResourceType, text: string): string {
  if (/^(?!\.{1,2}$)[^/%\\]+$/.test(text)) return encodeURIComponent(text);
  throw new StoreError(
    StoreErrorReason.notFound,
    `${qualifiedPlural(type)} "${text.slice(0, 253)}" not found`,
  );
}
