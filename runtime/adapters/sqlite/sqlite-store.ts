import type { DatabaseSync } from "node:sqlite";
import { NamespaceType } from "../../../lib/api/core-types.ts";
import type { Draft, KubeObject, ObjectKey } from "../../../lib/api/object.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import type {
  DeletePreconditions,
  ListOptions,
  Page,
  Store,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from "../../ports/store.ts";
import type { Timer, Timers } from "../../ports/timers.ts";
import { readObject } from "./change.ts";
import { ChangeLog, type HistoryBounds } from "./change-log.ts";
import { Expiry } from "./expiry.ts";
import { GarbageCollector } from "./garbage-collector.ts";
import { GarbageRows } from "./garbage-rows.ts";
import { listObjects } from "./list-objects.ts";
import { DEFAULT_NAMESPACE, Namespaces } from "./namespaces.ts";
import { ObjectDeletes } from "./object-deletes.ts";
import { placeOf, schemaOf } from "./object-place.ts";
import { ObjectRows } from "./object-rows.ts";
import { ObjectWriter, type Stored } from "./object-writer.ts";
import { ObjectWrites, type Sent } from "./object-writes.ts";
import { openDatabase } from "./open-database.ts";
import { OwnerRows } from "./owner-rows.ts";
import { refusal } from "./refusal.ts";
import { asStoreError } from "./sqlite-error.ts";
import { watchObjects } from "./watch-objects.ts";
import { type Work, WriteQueue } from "./write-queue.ts";

/** What a store is opened with. */
export type SqliteStoreOptions = {
  /** The file, or `:memory:`. */
  readonly path: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly timers: Timers;
  readonly history?: HistoryBounds;
};

/** How often idle watches get a bookmark. */
const BOOKMARK_INTERVAL_MS = 60_000;

/**
 * Keeps resources in one SQLite file, or in memory, and does for them what the API server does: admission,
 * generations, versions, garbage collection and watches. One process has the file at a time.
 */
export class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #timers: Timers;
  readonly #log: ChangeLog;
  readonly #queue: WriteQueue;
  readonly #objects: ObjectRows;
  readonly #garbage: GarbageRows;
  readonly #writes: ObjectWrites;
  readonly #deletes: ObjectDeletes;
  #beat: Timer | undefined;
  #isClosed = false;

  /**
   * Opens a store, makes the namespace `default`, and goes on with deletes that were cut short.
   * @throws StoreFileError where the file is taken, or not a store that this version can read.
   */
  static async open(options: SqliteStoreOptions): Promise<SqliteStore> {
    const store = new SqliteStore(openDatabase(options.path), options);
    await store.#prepare();
    return store;
  }

  private constructor(database: DatabaseSync, options: SqliteStoreOptions) {
    const { clock, random, timers, history } = options;
    this.#database = database;
    this.#timers = timers;
    this.#objects = new ObjectRows(database);
    this.#garbage = new GarbageRows(database);
    const owners = new OwnerRows(database);
    const objects = this.#objects;
    const namespaces = new Namespaces(objects, this.#garbage);
    const collector = new GarbageCollector({ objects, owners, garbage: this.#garbage });
    const writer = new ObjectWriter({ objects, owners, collector, clock });
    const expiry = new Expiry(objects, collector, clock);
    this.#writes = new ObjectWrites({ objects, namespaces, writer, expiry, clock, random });
    this.#deletes = new ObjectDeletes({ objects, namespaces, collector, writer, clock });
    this.#queue = new WriteQueue(database, clock, (changes) => this.#log.append(changes));
    this.#log = new ChangeLog(this.#queue.version, history);
  }

  async get<T extends KubeObject>(type: ResourceType<T>, key: ObjectKey): Promise<T | undefined> {
    return this.#read(() => {
      schemaOf(type);
      const row = this.#objects.find(placeOf(type, key));
      return row === undefined ? undefined : readObject<T>(row.body, row.version);
    });
  }

  async list<T extends KubeObject>(type: ResourceType<T>, options: ListOptions = {}): Promise<Page<T>> {
    return this.#read(() => listObjects(this.#objects, this.#log, type, options));
  }

  create<T extends KubeObject>(type: ResourceType<T>, draft: Draft<T>, options?: WriteOptions): Promise<T> {
    return this.#write<T>((transaction) => this.#writes.create(type, draft as Sent, transaction), options);
  }

  replace<T extends KubeObject>(type: ResourceType<T>, object: T, options?: WriteOptions): Promise<T> {
    return this.#write<T>((transaction) => this.#writes.replace(type, object as Sent, transaction), options);
  }

  replaceStatus<T extends KubeObject>(type: ResourceType<T>, object: T, options?: WriteOptions): Promise<T> {
    return this.#write<T>(
      (transaction) => this.#writes.replaceStatus(type, object as Sent, transaction),
      options,
    );
  }

  async delete<T extends KubeObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    preconditions: DeletePreconditions = {},
  ): Promise<void> {
    await this.#submit((transaction) => this.#deletes.delete({ type, key, preconditions }, transaction));
    this.#resumeDeletes();
  }

  watch<T extends KubeObject>(type: ResourceType<T>, options: WatchOptions): AsyncIterable<WatchEvent<T>> {
    this.#keepBeating();
    return watchObjects(this.#log, type, options);
  }

  /** Carries out what is queued, ends the watches and frees the file. Later calls are refused. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#beat?.cancel();
    this.#queue.drain();
    this.#log.close();
    this.#database.close();
  }

  async #prepare(): Promise<void> {
    if ((await this.get(NamespaceType, { name: DEFAULT_NAMESPACE })) === undefined) {
      const metadata = { name: DEFAULT_NAMESPACE };
      await this.create(NamespaceType, { apiVersion: "v1", kind: NamespaceType.kind, metadata });
    }
    this.#resumeDeletes();
  }

  #read<R>(read: () => R): R {
    if (this.#isClosed) throw refusal.closed();
    try {
      return read();
    } catch (error) {
      throw asStoreError(error);
    }
  }

  async #write<T extends KubeObject>(work: Work<Stored>, options: WriteOptions = {}): Promise<T> {
    const stored = await this.#submit(work, options.dryRun);
    return readObject<T>(stored.body, options.dryRun === true ? stored.versionBefore : stored.version);
  }

  async #submit<R>(work: Work<R>, isDryRun?: boolean): Promise<R> {
    if (this.#isClosed) throw refusal.closed();
    try {
      return await this.#queue.submit(work, isDryRun);
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** Deletes in the background what one transaction could not; what fails now goes on with the next delete. */
  #resumeDeletes(): void {
    if (this.#isClosed || this.#garbage.first() === undefined) return;
    const round = this.#queue.submit((transaction) => this.#deletes.resume(transaction));
    round.then(
      () => this.#resumeDeletes(),
      () => undefined,
    );
  }

  #keepBeating(): void {
    if (this.#isClosed || this.#beat !== undefined) return;
    this.#beat = this.#timers.after(BOOKMARK_INTERVAL_MS, () => {
      this.#beat = undefined;
      this.#log.beat();
      this.#keepBeating();
    });
  }
}
