import type { KubeObject } from "../../../lib/api/object.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import type { Store, WatchEvent, WatchOptions } from "../../../runtime/ports/store.ts";

/** A change that a watch reported. */
export type Reported<T extends KubeObject> = Exclude<WatchEvent<T>, { type: "BOOKMARK" }>;

/** Follows a watch until `isEnough` of what it has reported so far; bookmarks are passed over. */
export async function watched<T extends KubeObject>(
  store: Store,
  type: ResourceType<T>,
  options: Omit<WatchOptions, "signal">,
  isEnough: (reported: readonly Reported<T>[]) => boolean,
): Promise<readonly Reported<T>[]> {
  const end = new AbortController();
  const reported: Reported<T>[] = [];
  for await (const event of store.watch(type, { ...options, signal: end.signal })) {
    if (event.type === "BOOKMARK") continue;
    reported.push(event);
    if (isEnough(reported)) end.abort();
  }
  return reported;
}

/** What was reported, as `TYPE name`. */
export function outline(reported: readonly Reported<KubeObject>[]): readonly string[] {
  return reported.map(({ type, object }) => `${type} ${object.metadata.name}`);
}
