import type { KubeObject } from "../../lib/api/object.ts";
import type { ResourceType } from "../../lib/api/resource-type.ts";
import type { Store } from "../ports/store.ts";
import { isStoreError, StoreErrorReason } from "../ports/store-error.ts";

/** How often a change is tried when something else writes the object at the same time: the operator writes often. */
const MAX_TRIES = 8;

/**
 * Changes an object as it is at the time: another's change in between is never undone. `change` gives undefined where
 * nothing has to be written. Throws StoreError, a Conflict where others kept writing.
 */
export async function updateObject<T extends KubeObject>(
  store: Store,
  type: ResourceType<T>,
  read: () => Promise<T>,
  change: (object: T) => T | undefined,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const object = await read();
    const changed = change(object);
    if (changed === undefined) return object;
    try {
      return await store.replace(type, changed);
    } catch (error) {
      if (tries >= MAX_TRIES || !isStoreError(error, StoreErrorReason.conflict)) throw error;
    }
  }
}
