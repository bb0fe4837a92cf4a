import type { KubeObject, ObjectKey } from "../../../lib/api/object.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import type { Store } from "../../ports/store.ts";
import { StoreError, StoreErrorReason } from "../../ports/store-error.ts";
import type { Timers } from "../../ports/timers.ts";

/** How often in a row the server may be out of reach, and how long a time apart it is tried. */
const MAX_FAILURES = 30;
const PAUSE_MS = 1_000;

/** What follows an object. */
export type FollowParts = { readonly store: Store; readonly timers: Timers };

/**
 * Tells an object as it is and whenever it changes, until the signal ends it; undefined once it is gone, which is
 * the last of it. A watch that breaks is begun again; throws StoreError where the server stays away or refuses.
 */
export async function* followObject<T extends KubeObject>(
  parts: FollowParts,
  type: ResourceType<T>,
  key: ObjectKey,
  signal: AbortSignal,
): AsyncGenerator<T | undefined> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      for await (const object of watchedObject(parts.store, type, key, signal)) {
        failures = 0;
        yield object;
        if (object === undefined) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!mayPass(error) || ++failures > MAX_FAILURES) throw error;
      await parts.timers.sleep(PAUSE_MS, signal);
    }
  }
}

/** The object as it is, and its changes for as long as one watch lasts. */
async function* watchedObject<T extends KubeObject>(
  store: Store,
  type: ResourceType<T>,
  { namespace, name }: ObjectKey,
  signal: AbortSignal,
): AsyncGenerator<T | undefined> {
  const selection = { namespace, fieldSelector: `metadata.name=${name}` };
  const { items, resourceVersion } = await store.list(type, selection);
  yield items[0];
  for await (const event of store.watch(type, { ...selection, resourceVersion, signal })) {
    if (event.type !== "BOOKMARK") yield event.type === "DELETED" ? undefined : event.object;
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof StoreError && (error.isTransient || error.reason === StoreErrorReason.expired);
}
