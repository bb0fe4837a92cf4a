import type { Draft, KubeObject, ObjectKey } from "../../../lib/api/object.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import type {
  DeletePreconditions,
  ListOptions,
  Page,
  Store,
  WatchEvent,
  WatchOptions,
} from "../../../runtime/ports/store.ts";
import { StoreError, StoreErrorReason } from "../../../runtime/ports/store-error.ts";

/** Longest time that a request is under way in one direction. */
const MAX_LATENCY_MS = 6;
/** Longest time by which a watch lags behind. */
const MAX_LAG_MS = 40;
/** Of so many writes of runs and events one times out: carried out or not, nobody knows. */
const TIMEOUT_EVERY = 60;
/** Of so many writes one takes as long as in a process that is paused: the lead is lost meanwhile. */
const PAUSE_EVERY = 100;
const PAUSE_MS = 700;

/** A store as one replica sees it over a network: late watches, slow writes, lost answers. Order is kept. */
export class UnsteadyStore implements Store {
  readonly #store: Store;
  /** Called as a write begins to take very long. */
  onPause: () => void = () => {};
  /** How many answers were lost so far. */
  timeouts = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  async get<T extends KubeObject>(type: ResourceType<T>, key: ObjectKey): Promise<T | undefined> {
    await pause(Math.random() * MAX_LATENCY_MS);
    return this.#store.get(type, key);
  }

  async list<T extends KubeObject>(type: ResourceType<T>, options?: ListOptions): Promise<Page<T>> {
    const page = await this.#store.list(type, options);
    await pause(Math.random() * MAX_LATENCY_MS);
    return page;
  }

  create<T extends KubeObject>(type: ResourceType<T>, draft: Draft<T>): Promise<T> {
    return this.#write(type, () => this.#store.create(type, draft));
  }

  replace<T extends KubeObject>(type: ResourceType<T>, object: T): Promise<T> {
    return this.#write(type, () => this.#store.replace(type, object));
  }

  replaceStatus<T extends KubeObject>(type: ResourceType<T>, object: T): Promise<T> {
    return this.#write(type, () => this.#store.replaceStatus(type, object));
  }

  delete<T extends KubeObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    preconditions?: DeletePreconditions,
  ): Promise<void> {
    return this.#write(type, () => this.#store.delete(type, key, preconditions));
  }

  /** Changes wait in a line of their own, so that a slow one delays what follows and nothing overtakes. */
  async *watch<T extends KubeObject>(
    type: ResourceType<T>,
    options: WatchOptions,
  ): AsyncGenerator<WatchEvent<T>> {
    const { signal } = options;
    const queue: { readonly change: WatchEvent<T>; readonly atMs: number }[] = [];
    let wake: () => void = () => {};
    let failure: unknown;
    let isOver = false;
    void (async () => {
      try {
        for await (const change of this.#store.watch(type, options)) {
          queue.push({ change, atMs: performance.now() + Math.random() * MAX_LAG_MS });
          wake();
        }
      } catch (error) {
        failure = error;
      }
      isOver = true;
      wake();
    })();
    while (!signal.aborted) {
      const next = queue.shift();
      if (next !== undefined) {
        await pause(next.atMs - performance.now());
        if (!signal.aborted) yield next.change;
      } else if (isOver) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    if (failure !== undefined) throw failure;
  }

  async #write<T>(type: { readonly kind: string }, write: () => Promise<T>): Promise<T> {
    const isPaused = oneOf(PAUSE_EVERY);
    if (isPaused) this.onPause();
    await pause(isPaused ? PAUSE_MS : Math.random() * MAX_LATENCY_MS);
    const isLost = (type.kind === "AgentRun" || type.kind === "AgentEvent") && oneOf(TIMEOUT_EVERY);
    if (isLost && oneOf(2)) throw this.#lost();
    const written = await write();
    if (isLost) throw this.#lost();
    await pause(Math.random() * MAX_LATENCY_MS);
    return written;
  }

  #lost(): StoreError {
    this.timeouts += 1;
    return new StoreError(StoreErrorReason.timeout, "the answer was lost");
  }
}

function oneOf(count: number): boolean {
  return Math.random() * count < 1;
}

function pause(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}
