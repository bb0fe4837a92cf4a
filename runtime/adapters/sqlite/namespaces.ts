import { NamespaceType } from "../../../lib/api/core-types.ts";
import type { ObjectKey } from "../../../lib/api/object.ts";
import { qualifiedPlural, type ResourceType } from "../../../lib/api/resource-type.ts";
import type { GarbageRows } from "./garbage-rows.ts";
import type { ObjectRows } from "./object-rows.ts";
import { refusal } from "./refusal.ts";

/** The namespace that is always there, as in a cluster. */
export const DEFAULT_NAMESPACE = "default";

/** The rules that namespaces bring for what lives in them. */
export class Namespaces {
  readonly #objects: ObjectRows;
  readonly #garbage: GarbageRows;

  constructor(objects: ObjectRows, garbage: GarbageRows) {
    this.#objects = objects;
    this.#garbage = garbage;
  }

  /** Throws unless the namespace of a new object exists and stays. */
  requireOpen(type: ResourceType, key: ObjectKey): void {
    if (!type.isNamespaced) return;
    const name = key.namespace ?? "";
    if (!this.exists(name)) throw refusal.namespaceNotFound(name);
    if (this.isEnding(name)) {
      const detail = `unable to create new content in namespace ${name} because it is being terminated`;
      throw refusal.forbidden(type, key, detail);
    }
  }

  exists(name: string): boolean {
    return this.#objects.uidOf({ kind: qualifiedPlural(NamespaceType), namespace: "", name }) !== undefined;
  }

  /** Whether the namespace is being emptied, before it goes. */
  isEnding(name: string): boolean {
    return this.#garbage.has({ what: "namespace", name });
  }
}
