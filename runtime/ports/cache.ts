import type { KubeObject, ObjectKey } from "../../lib/api/object.ts";

/**
 * A change of one cached object: `before` is absent when it is new, `after` when it is gone. `whole` is `after` with
 * what the cache leaves out, for who would otherwise read it live at once; keep it no longer than needed.
 */
export type CacheChange<T extends KubeObject> =
  | { readonly before: T | undefined; readonly after: T; readonly whole: T }
  | { readonly before: T; readonly after: undefined; readonly whole?: undefined };

/**
 * One watch's memory of all objects of a kind: reading is free, and at most a moment behind the store.
 * Large fields may be left out of what is remembered (see the reflector's `slim`); read live what you need.
 */
export interface Cache<T extends KubeObject> {
  get(key: ObjectKey): T | undefined;
  /** The objects for which the named index gives `value`. */
  byIndex(index: string, value: string): readonly T[];
  all(): IterableIterator<T>;
  readonly size: number;
  /** False until the first list is in. */
  readonly isSynced: boolean;
  /** Calls `listener` after each change, in order; returns how to stop. */
  onChange(listener: (change: CacheChange<T>) => void): () => void;
  /** Remembers what a write answered, unless something newer is known. */
  remember(object: T): void;
}
