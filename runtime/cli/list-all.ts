import type { KubeObject } from "../../lib/api/object.ts";
import type { ResourceType } from "../../lib/api/resource-type.ts";
import type { Selection, Store } from "../ports/store.ts";
import { isStoreError, StoreErrorReason } from "../ports/store-error.ts";

/** Objects of a page: a run may be a megabyte, and one answer should not be more than a machine takes at once. */
const PAGE = 100;
/** How often a list is begun anew because its pages had become too old to go on from. */
const MAX_TRIES = 3;

/**
 * Reads all objects that are selected, page by page. `keep` makes of each what is needed of it, so that what is large
 * need not be held. Throws StoreError.
 */
export async function listAll<T extends KubeObject, Kept = T>(
  store: Store,
  type: ResourceType<T>,
  selection: Selection,
  keep: (object: T) => Kept | undefined,
): Promise<readonly Kept[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await listPages(store, type, selection, keep);
    } catch (error) {
      if (tries >= MAX_TRIES || !isStoreError(error, StoreErrorReason.expired)) throw error;
    }
  }
}

async function listPages<T extends KubeObject, Kept>(
  store: Store,
  type: ResourceType<T>,
  selection: Selection,
  keep: (object: T) => Kept | undefined,
): Promise<readonly Kept[]> {
  const kept: Kept[] = [];
  let continueToken: string | undefined;
  do {
    const page = await store.list(type, { ...selection, limit: PAGE, continueToken });
    for (const item of page.items) {
      const each = keep(item);
      if (each !== undefined) kept.push(each);
    }
    continueToken = page.continueToken;
  } while (continueToken !== undefined);
  return kept;
}
