import type { Draft, KubeObject, ObjectKey } from "../../lib/api/object.ts";
import type { ResourceType } from "../../lib/api/resource-type.ts";
import type {
  DeletePreconditions,
  ListOptions,
  Page,
  Store,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from "../../runtime/ports/store.ts";
import { StoreError, StoreErrorReason } from "../../runtime/ports/store-error.ts";

/** A call of a store, by its method's name and the kind it is about. */
export type StoreCall = { readonly method: keyof Store; readonly kind: string; readonly name?: string };

/** A store that counts what it is asked and lets a test hold calls back, or fail them by throwing. */
export class HookedStore implements Store {
  readonly #store: Store;
  readonly #counts = new Map<string, number>();
  /** While it has not resolved, watches tell nothing: what reads by them is behind. */
  held: Promise<void> = Promise.resolve();
  /** Runs before each call is passed on. */
  before: (call: StoreCall) => void | Promise<void> = () => {};
  /** Runs after a call was carried out, before its caller hears of it. */
  after: (call: StoreCall) => void | Promise<void> = () => {};

  constructor(store: Store) {
    this.#store = store;
  }

  /** How often a method was called, for a kind or for all. */
  count(method: keyof Store, kind?: string): number {
    let total = 0;
    for (const [call, count] of this.#counts) {
      if (call === `${method} ${kind}` || (kind === undefined && call.startsWith(`${method} `)))
        total += count;
    }
    return total;
  }

  /** From now on makes a method fail as a store that can't be reached. */
  failOn(method: keyof Store): void {
    this.before = (call) => {
      if (call.method === method) throw new StoreError(StoreErrorReason.unavailable, "out of reach");
    };
  }

  get<T extends KubeObject>(type: ResourceType<T>, key: ObjectKey): Promise<T | undefined> {
    return this.#pass("get", type, () => this.#store.get(type, key), key.name);
  }

  list<T extends KubeObject>(type: ResourceType<T>, options?: ListOptions): Promise<Page<T>> {
    return this.#pass("list", type, () => this.#store.list(type, options));
  }

  create<T extends KubeObject>(type: ResourceType<T>, draft: Draft<T>, options?: WriteOptions): Promise<T> {
    return this.#pass("create", type, () => this.#store.create(type, draft, options), draft.metadata.name);
  }

  replace<T extends KubeObject>(type: ResourceType<T>, object: T, options?: WriteOptions): Promise<T> {
    return this.#pass("replace", type, () => this.#store.replace(type, object, options));
  }

  replaceStatus<T extends KubeObject>(type: ResourceType<T>, object: T, options?: WriteOptions): Promise<T> {
    return this.#pass("replaceStatus", type, () => this.#store.replaceStatus(type, object, options));
  }

  delete<T extends KubeObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    conditions?: DeletePreconditions,
  ): Promise<void> {
    return this.#pass("delete", type, () => this.#store.delete(type, key, conditions), key.name);
  }

  async *watch<T extends KubeObject>(
    type: ResourceType<T>,
    options: WatchOptions,
  ): AsyncIterable<WatchEvent<T>> {
    this.#count({ method: "watch", kind: type.kind });
    for await (const event of this.#store.watch(type, options)) {
      await this.held;
      yield event;
    }
  }

  async #pass<R>(
    method: keyof Store,
    { kind }: { readonly kind: string },
    call: () => Promise<R>,
    name?: string,
  ): Promise<R> {
    const made = { method, kind, ...(name === undefined ? {} : { name }) };
    this.#count(made);
    await this.before(made);
    const result = await call();
    await this.after(made);
    return result;
  }

  #count({ method, kind }: StoreCall): void {
    const call = `${method} ${kind}`;
    this.#counts.set(call, (this.#counts.get(call) ?? 0) + 1);
  }
}
