import { type Draft, type KubeObject, keyText, type ObjectKey } from "../../../lib/api/object.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import { findKindSchema } from "../../../runtime/domain/resource/kind-schemas.ts";
import type { Store } from "../../../runtime/ports/store.ts";
import { StoreError, StoreErrorReason } from "../../../runtime/ports/store-error.ts";

type Any = KubeObject & { readonly spec?: unknown };

/** A store that also keeps Deployments and the like, as the API server does as far as a reconciler sees it. */
export class WorkloadStore {
  readonly #store: Store;
  readonly #objects = new Map<string, Any>();
  /** Every write to those kinds: `create Deployment`. */
  readonly writes: string[] = [];
  /** Thrown by the next writes to those kinds, as a quota does it. */
  refusal: StoreError | undefined;
  #version = 1_000;

  constructor(store: Store) {
    this.#store = store;
  }

  get<T extends KubeObject>(type: ResourceType<T>, key: ObjectKey): Promise<T | undefined> {
    if (findKindSchema(type) !== undefined) return this.#store.get(type, key);
    return Promise.resolve(this.#objects.get(placeOf(type, key)) as T | undefined);
  }

  async create<T extends KubeObject>(type: ResourceType<T>, draft: Draft<T>): Promise<T> {
    if (findKindSchema(type) !== undefined) return this.#store.create(type, draft);
    this.#note("create", type);
    if (this.#objects.has(placeOf(type, draft.metadata)))
      throw new StoreError(StoreErrorReason.alreadyExists, "it exists");
    return this.put(type, {
      ...draft,
      metadata: { ...draft.metadata, generation: 1 },
    } as Any) as unknown as T;
  }

  async replace<T extends KubeObject>(type: ResourceType<T>, object: T): Promise<T> {
    if (findKindSchema(type) !== undefined) return this.#store.replace(type, object);
    this.#note("replace", type);
    const before = this.#objects.get(placeOf(type, object.metadata));
    if (before?.metadata.resourceVersion !== object.metadata.resourceVersion)
      throw new StoreError(StoreErrorReason.conflict, "it has changed");
    const isSame = JSON.stringify(before.spec) === JSON.stringify((object as Any).spec);
    const generation = (before.metadata.generation ?? 0) + (isSame ? 0 : 1);
    return this.put(type, { ...object, metadata: { ...object.metadata, generation } }) as unknown as T;
  }

  replaceStatus<T extends KubeObject>(type: ResourceType<T>, object: T): Promise<T> {
    return this.#store.replaceStatus(type, object);
  }

  /** Has an object be there, as somebody else has made or changed it. */
  put(type: ResourceType, object: Any): Any {
    this.#version += 1;
    const { uid = `uid-${this.#version}`, creationTimestamp = "2026-01-01T00:00:00Z" } = object.metadata;
    const metadata = { ...object.metadata, uid, creationTimestamp, resourceVersion: String(this.#version) };
    const stored = { ...object, metadata };
    this.#objects.set(placeOf(type, metadata), stored);
    return stored;
  }

  /** Has an object be gone. */
  drop(type: ResourceType, key: ObjectKey): void {
    this.#objects.delete(placeOf(type, key));
  }

  #note(verb: string, { kind }: ResourceType): void {
    this.writes.push(`${verb} ${kind}`);
    if (this.refusal !== undefined) throw this.refusal;
  }
}

function placeOf({ kind }: ResourceType, { namespace, name }: ObjectKey): string {
  return `${kind} ${keyText({ namespace, name })}`;
}
