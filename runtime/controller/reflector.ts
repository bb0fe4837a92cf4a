import type { KubeObject } from "../../lib/api/object.ts";
import { keyOf } from "../../lib/api/object.ts";
import type { ResourceType } from "../../lib/api/resource-type.ts";
import type { Logger } from "../ports/logger.ts";
import type { Random } from "../ports/random.ts";
import type { Store, WatchEvent } from "../ports/store.ts";
import { isStoreError, StoreError, StoreErrorReason } from "../ports/store-error.ts";
import type { Timers } from "../ports/timers.ts";
import { backoffMs, MAX_BACKOFF_MS } from "./backoff.ts";
import type { ObjectCache } from "./object-cache.ts";

/** Items fetched at once when listing. */
const PAGE_SIZE = 500;

/** What a reflector works with. */
export type ReflectorParts<T extends KubeObject> = {
  readonly store: Store;
  readonly type: ResourceType<T>;
  readonly cache: ObjectCache<T>;
  /** Absent: all namespaces. */
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly timers: Timers;
  readonly random: Random;
  readonly logger: Logger;
};

/** How soon a watch that the store ended is resumed, so that one which ends at once is no hot loop. */
const RESUME_MS = 100;

/**
 * Keeps a cache equal to the store: lists, then watches from there, resumes a broken watch where it stopped,
 * and lists again where the store says that the version is too old.
 */
export class Reflector<T extends KubeObject> {
  readonly #parts: ReflectorParts<T>;
  #resourceVersion: string | undefined;
  #turn = new AbortController();
  /** Lists come one after the other, and no watch goes on meanwhile: the cache never goes back in time. */
  #lists: Promise<void> = Promise.resolve();
  #stop: AbortSignal | undefined;

  constructor(parts: ReflectorParts<T>) {
    this.#parts = parts;
  }

  /** Runs until the signal aborts; never throws. Nothing reaches the cache afterwards. */
  async run(signal: AbortSignal): Promise<void> {
    this.#stop = signal;
    let failures = 0;
    while (!signal.aborted) {
      try {
        await this.#settled();
        if (this.#isOver(signal)) return;
        if (this.#resourceVersion === undefined) {
          await this.#list(signal);
          continue;
        }
        await this.#watch(signal, () => {
          failures = 0;
        });
        if (!this.#turn.signal.aborted) await this.#parts.timers.sleep(RESUME_MS, signal);
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        await this.#pause(error, failures, signal);
      }
    }
  }

  /**
   * Reads everything from the store now and takes it in: what a new leader does before its first write.
   * The watch goes on from there. Throws StoreError.
   */
  async relist(signal: AbortSignal): Promise<void> {
    // What the watch has yet to say is older than the list, or comes again after it.
    this.#turn.abort();
    await this.#list(signal);
  }

  async #pause(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
    const isExpired = isStoreError(error, StoreErrorReason.expired);
    if (isExpired) this.#resourceVersion = undefined;
    // Listing again is the cure, so it is tried at once; where it cures nothing it waits like all else.
    if (isExpired && failures === 1) return;
    const { logger, timers, random, type } = this.#parts;
    logger.warn("watch broken", { kind: type.kind, failures, error: error as Error });
    const askedMs = error instanceof StoreError ? (error.retryAfterMs ?? 0) : 0;
    const waitMs = Math.max(backoffMs(failures, random.fraction()), Math.min(askedMs, MAX_BACKOFF_MS));
    // A list that a new leader asks for meanwhile ends the wait: where it succeeds, the store is back.
    this.#turn = new AbortController();
    await timers.sleep(waitMs, AbortSignal.any([signal, this.#turn.signal]));
  }

  /** Resolves once no list is under way; what follows in the same turn finds none. */
  async #settled(): Promise<void> {
    for (let seen: Promise<void> | undefined; seen !== this.#lists; ) {
      seen = this.#lists;
      await seen;
    }
  }

  #list(signal: AbortSignal): Promise<void> {
    const listed = this.#lists.then(() => this.#listNow(signal));
    this.#lists = listed.catch(() => {});
    return listed;
  }

  async #listNow(signal: AbortSignal): Promise<void> {
    const { store, type, namespace, labelSelector, cache } = this.#parts;
    const objects: T[] = [];
    let continueToken: string | undefined;
    let resourceVersion: string;
    do {
      if (this.#isOver(signal)) return;
      const page = await store.list(type, { namespace, labelSelector, limit: PAGE_SIZE, continueToken });
      objects.push(...page.items);
      resourceVersion = page.resourceVersion;
      continueToken = page.continueToken;
    } while (continueToken !== undefined);
    if (this.#isOver(signal)) return;
    cache.replaceAll(objects, resourceVersion, namespace);
    this.#resourceVersion = resourceVersion;
  }

  #isOver(signal: AbortSignal): boolean {
    return signal.aborted || this.#stop?.aborted === true;
  }

  async #watch(signal: AbortSignal, onProgress: () => void): Promise<void> {
    const { store, type, namespace, labelSelector } = this.#parts;
    const resourceVersion = this.#resourceVersion;
    this.#turn = new AbortController();
    const turn = AbortSignal.any([signal, this.#turn.signal]);
    const changes = store.watch(type, { namespace, labelSelector, resourceVersion, signal: turn });
    for await (const change of changes) {
      if (turn.aborted) return;
      this.#take(change);
      onProgress();
    }
  }

  #take(change: WatchEvent<T>): void {
    const { cache } = this.#parts;
    if (change.type === "BOOKMARK") {
      this.#resourceVersion = change.resourceVersion;
      return;
    }
    if (change.type === "DELETED") cache.remove(keyOf(change.object));
    else cache.upsert(change.object);
    this.#resourceVersion = change.object.metadata.resourceVersion;
  }
}
