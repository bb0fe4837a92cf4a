import type { Draft, KubeObject, ObjectKey } from "../../../lib/api/object.ts";
import { apiVersionOf, type ResourceType } from "../../../lib/api/resource-type.ts";
import type {
  DeletePreconditions,
  ListOptions,
  Page,
  Selection,
  Store,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from "../../ports/store.ts";
import { isStoreError, StoreErrorReason } from "../../ports/store-error.ts";
import type { ApiConnection } from "./api-connection.ts";
import { CALL_LIMIT_MS, LIST_LIMIT_MS } from "./kubernetes-limits.ts";
import { received } from "./received.ts";
import { collectionPath, objectPath } from "./resource-path.ts";
import { type WatchParts, watchResources } from "./watch-resources.ts";

/** What a Kubernetes store is made with. */
export type KubernetesStoreParts = WatchParts & {
  /** Longest that a call may take; 15 s unless said. */
  readonly callLimitMs?: number;
};

type List = {
  readonly items: readonly unknown[];
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
};

/**
 * Keeps resources in a Kubernetes API. Reads and lists name no version, which makes them quorum reads.
 * Source: https://kubernetes.io/docs/reference/using-api/api-concepts/
 */
export class KubernetesStore implements Store {
  readonly #parts: KubernetesStoreParts;
  readonly #connection: ApiConnection;
  readonly #limitMs: number;

  constructor(parts: KubernetesStoreParts) {
    this.#parts = parts;
    this.#connection = parts.connection;
    this.#limitMs = parts.callLimitMs ?? CALL_LIMIT_MS;
  }

  async get<T extends KubeObject>(type: ResourceType<T>, key: ObjectKey): Promise<T | undefined> {
    try {
      const path = objectPath(type, key);
      return received(type, await this.#connection.call({ method: "GET", path, limitMs: this.#limitMs }));
    } catch (error) {
      if (isStoreError(error, StoreErrorReason.notFound)) return undefined;
      throw error;
    }
  }

  async list<T extends KubeObject>(type: ResourceType<T>, options: ListOptions = {}): Promise<Page<T>> {
    const { namespace, limit, continueToken } = options;
    const query = { ...queryOf(options), limit: limit?.toString(), continue: continueToken };
    const path = collectionPath(type, namespace);
    const list = (await this.#connection.call({
      method: "GET",
      path,
      query,
      limitMs: LIST_LIMIT_MS,
    })) as List;
    const { resourceVersion, continue: next } = list.metadata;
    const items = list.items.map((item) => received(type, item));
    // The server writes an empty token where nothing follows.
    return next === undefined || next === ""
      ? { items, resourceVersion }
      : { items, resourceVersion, continueToken: next };
  }

  async create<T extends KubeObject>(
    type: ResourceType<T>,
    draft: Draft<T>,
    options: WriteOptions = {},
  ): Promise<T> {
    const path = collectionPath(type, draft.metadata.namespace);
    return this.#write(type, "POST", path, { ...draft, ...identityOf(type) }, options);
  }

  async replace<T extends KubeObject>(
    type: ResourceType<T>,
    object: T,
    options: WriteOptions = {},
  ): Promise<T> {
    return this.#write(type, "PUT", objectPath(type, object.metadata), object, options);
  }

  async replaceStatus<T extends KubeObject>(
    type: ResourceType<T>,
    object: T,
    options: WriteOptions = {},
  ): Promise<T> {
    const path = `${objectPath(type, object.metadata)}/status`;
    return this.#write(type, "PUT", path, object, options);
  }

  async delete<T extends KubeObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    preconditions: DeletePreconditions = {},
  ): Promise<void> {
    const body = {
      apiVersion: "v1",
      kind: "DeleteOptions",
      propagationPolicy: "Background",
      ...(Object.keys(preconditions).length === 0 ? {} : { preconditions }),
    };
    const path = objectPath(type, key);
    await this.#connection.call({ method: "DELETE", path, body, limitMs: this.#limitMs });
  }

  async *watch<T extends KubeObject>(
    type: ResourceType<T>,
    options: WatchOptions,
  ): AsyncGenerator<WatchEvent<T>> {
    const { signal, namespace } = options;
    if (signal.aborted) return;
    try {
      const from = options.resourceVersion ?? (await this.#presentVersion(type, options));
      const request = { type, path: collectionPath(type, namespace), query: queryOf(options), signal };
      yield* watchResources(this.#parts, request, from);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Without a version the server would first report everything that exists as added. */
  async #presentVersion(type: ResourceType, selection: Selection): Promise<string> {
    const { namespace, labelSelector, fieldSelector } = selection;
    return (await this.list(type, { namespace, labelSelector, fieldSelector, limit: 1 })).resourceVersion;
  }

  async #write<T extends KubeObject>(
    type: ResourceType<T>,
    method: "POST" | "PUT",
    path: string,
    body: unknown,
    { dryRun = false }: WriteOptions,
  ): Promise<T> {
    const query = dryRun ? { dryRun: "All" } : {};
    const written = await this.#connection.call({ method, path, query, body, limitMs: this.#limitMs });
    return received(type, written);
  }
}

function queryOf({ labelSelector, fieldSelector }: Selection) {
  return { labelSelector, fieldSelector };
}

function identityOf(type: ResourceType) {
  return { apiVersion: apiVersionOf(type), kind: type.kind };
}
