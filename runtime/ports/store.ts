import type { Draft, KubeObject, ObjectKey } from "../../lib/api/object.ts";
import type { ResourceType } from "../../lib/api/resource-type.ts";

/** Selects objects by labels and fields, all of which have to match. */
export type Selection = {
  /** Absent: all namespaces. */
  readonly namespace?: string | undefined;
  /** Kubernetes label selector syntax: `a=b,c!=d,e in (f,g),!h`. */
  readonly labelSelector?: string | undefined;
  /** `metadata.name=…`, `metadata.namespace=…`, `involvedObject.*=…`; `=`, `==` and `!=`. */
  readonly fieldSelector?: string | undefined;
};

/** One page of a list. */
export type Page<T extends KubeObject> = {
  readonly items: readonly T[];
  /** Where a watch has to begin to miss nothing after this list. */
  readonly resourceVersion: string;
  /** Set where more pages follow. */
  readonly continueToken?: string | undefined;
};

/** Which page of which objects. */
export type ListOptions = Selection & {
  /** Most items of the page; no bound when absent. */
  readonly limit?: number | undefined;
  readonly continueToken?: string | undefined;
};

/** Where and for what a watch listens. */
export type WatchOptions = Selection & {
  /** Changes after this version; from now on when absent. */
  readonly resourceVersion?: string | undefined;
  /** Ends the watch; nothing is delivered afterwards. */
  readonly signal: AbortSignal;
};

/** A change that a watch reports. A bookmark carries a resource version alone. */
export type WatchEvent<T extends KubeObject> =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: T }
  | { readonly type: "BOOKMARK"; readonly resourceVersion: string };

/** Conditions under which a delete is carried out; otherwise it is a Conflict. */
export type DeletePreconditions = { readonly uid?: string; readonly resourceVersion?: string };

/**
 * Where resources live: the Kubernetes API, or what does its work in standalone mode.
 *
 * Every method throws a {@link StoreError} and nothing else. Writes validate, prune and default by the
 * kind's schema; `generation` counts changes of the spec; `resourceVersion` is compare-and-swap; deleting an
 * owner deletes, sooner or later, what it owns alone.
 * Source: https://kubernetes.io/docs/reference/using-api/api-concepts/
 */
export interface Store {
  /** Reads one object as it is now, or undefined where there is none. */
  get<T extends KubeObject>(type: ResourceType<T>, key: ObjectKey): Promise<T | undefined>;
  /** Reads a page of objects in the order of their namespaces and names. */
  list<T extends KubeObject>(type: ResourceType<T>, options?: ListOptions): Promise<Page<T>>;
  /** Creates an object; a status it carries is ignored where the kind has a status subresource. */
  create<T extends KubeObject>(type: ResourceType<T>, draft: Draft<T>, options?: WriteOptions): Promise<T>;
  /** Replaces all but the status. With a `metadata.resourceVersion` that is not the latest: Conflict. */
  replace<T extends KubeObject>(type: ResourceType<T>, object: T, options?: WriteOptions): Promise<T>;
  /** Replaces the status alone. With a `metadata.resourceVersion` that is not the latest: Conflict. */
  replaceStatus<T extends KubeObject>(type: ResourceType<T>, object: T, options?: WriteOptions): Promise<T>;
  /** Deletes an object, and what it alone owns. Throws NotFound where there is none. */
  delete<T extends KubeObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    preconditions?: DeletePreconditions,
  ): Promise<void>;
  /**
   * Reports changes in order, until the signal ends it (it then returns), or it breaks: Expired where the
   * version is too old to resume from, Unavailable where the connection is lost.
   */
  watch<T extends KubeObject>(type: ResourceType<T>, options: WatchOptions): AsyncIterable<WatchEvent<T>>;
}

/** How a write is carried out. */
export type WriteOptions = {
  /** Checks and answers as if it had been written, and writes nothing. */
  readonly dryRun?: boolean;
};
