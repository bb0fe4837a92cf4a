import { type KubeObject, keyOf, keyText, type ObjectKey } from "../../lib/api/object.ts";
import type { Cache, CacheChange } from "../ports/cache.ts";

/** Gives the values under which an index finds an object. */
export type IndexFunction<T> = (object: T) => readonly string[];

/** How a cache is built. */
export type ObjectCacheOptions<T extends KubeObject> = {
  readonly indexes?: Readonly<Record<string, IndexFunction<T>>>;
  /** Leaves out what is too large to remember. */
  readonly slim?: (object: T) => T;
  /** Namespaces that are listed one by one; absent: one list holds all. */
  readonly namespaces?: readonly string[] | undefined;
  /** Told of errors thrown by listeners, which never stop a cache. */
  readonly onListenerError: (error: unknown) => void;
};

/** The in-memory {@link Cache} that a reflector fills. */
export class ObjectCache<T extends KubeObject> implements Cache<T> {
  readonly #objects = new Map<string, T>();
  readonly #indexes = new Map<string, { values: IndexFunction<T>; entries: Map<string, Map<string, T>> }>();
  readonly #listeners = new Set<(change: CacheChange<T>) => void>();
  readonly #slim: (object: T) => T;
  readonly #onListenerError: (error: unknown) => void;
  readonly #synced = Promise.withResolvers<void>();
  /** Namespaces that have not been listed yet. */
  readonly #unlisted: Set<string>;
  #isSynced = false;

  constructor(options: ObjectCacheOptions<T>) {
    for (const [name, values] of Object.entries(options.indexes ?? {})) {
      this.#indexes.set(name, { values, entries: new Map() });
    }
    this.#slim = options.slim ?? ((object) => object);
    this.#onListenerError = options.onListenerError;
    this.#unlisted = new Set(options.namespaces);
  }

  get(key: ObjectKey): T | undefined {
    return this.#objects.get(keyText(key));
  }

  byIndex(index: string, value: string): readonly T[] {
    const found = this.#indexes.get(index);
    if (found === undefined) throw new Error(`no index ${index}`);
    return [...(found.entries.get(value)?.values() ?? [])];
  }

  all(): IterableIterator<T> {
    return this.#objects.values();
  }

  get size(): number {
    return this.#objects.size;
  }

  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** Resolves once the first list is in. */
  get whenSynced(): Promise<void> {
    return this.#synced.promise;
  }

  onChange(listener: (change: CacheChange<T>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  remember(object: T): void {
    const known = this.#objects.get(keyText(keyOf(object)));
    // What is not known may have been deleted since the write: only the watch can tell.
    if (known === undefined || known.metadata.uid !== object.metadata.uid) return;
    this.upsert(object);
  }

  /** Takes in an object unless the same version or a newer one is known. */
  upsert(object: T): void {
    const id = keyText(keyOf(object));
    const before = this.#objects.get(id);
    if (before !== undefined && !isNewer(object, before)) return;
    const after = this.#slim(object);
    if (before !== undefined) this.#unindex(id, before);
    this.#objects.set(id, after);
    this.#index(id, after);
    this.#tell({ before, after, whole: object });
  }

  /** Forgets an object that was deleted. */
  remove(key: ObjectKey): void {
    const id = keyText(key);
    const before = this.#objects.get(id);
    if (before === undefined) return;
    this.#objects.delete(id);
    this.#unindex(id, before);
    this.#tell({ before, after: undefined });
  }

  /**
   * Takes in a complete list as of a version: what is not in it is gone, unless it is newer than the list. A watch
   * may have reported it while the list was being read. With a namespace the list is complete for that one alone.
   */
  replaceAll(objects: readonly T[], resourceVersion: string, namespace?: string): void {
    const listed = new Set(objects.map((object) => keyText(keyOf(object))));
    const listedAt = BigInt(resourceVersion);
    for (const object of [...this.#objects.values()]) {
      const isElsewhere = namespace !== undefined && object.metadata.namespace !== namespace;
      const isNewer = BigInt(object.metadata.resourceVersion) > listedAt;
      if (!isElsewhere && !isNewer && !listed.has(keyText(keyOf(object)))) this.remove(keyOf(object));
    }
    for (const object of objects) this.upsert(object);
    if (namespace !== undefined) this.#unlisted.delete(namespace);
    if (this.#unlisted.size > 0) return;
    this.#isSynced = true;
    this.#synced.resolve();
  }

  #index(id: string, object: T): void {
    for (const { values, entries } of this.#indexes.values()) {
      for (const value of values(object)) {
        const bucket = entries.get(value);
        if (bucket === undefined) entries.set(value, new Map([[id, object]]));
        else bucket.set(id, object);
      }
    }
  }

  #unindex(id: string, object: T): void {
    for (const { values, entries } of this.#indexes.values()) {
      for (const value of values(object)) {
        const bucket = entries.get(value);
        bucket?.delete(id);
        if (bucket?.size === 0) entries.delete(value);
      }
    }
  }

  #tell(change: CacheChange<T>): void {
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        this.#onListenerError(error);
      }
    }
  }
}

/** A recreated object is newer whatever its version; versions are compared as KEP-5504 allows. */
function isNewer(candidate: KubeObject, known: KubeObject): boolean {
  if (candidate.metadata.uid !== known.metadata.uid) return true;
  return BigInt(candidate.metadata.resourceVersion) > BigInt(known.metadata.resourceVersion);
}
