import type { KubeObject } from "../../../lib/api/object.ts";
import type { WatchEvent } from "../../ports/store.ts";
import { type Change, readObject } from "./change.ts";
import type { ChangeLog } from "./change-log.ts";
import { refusal } from "./refusal.ts";

/** Which changes a watch reports. */
export type WatchScope = {
  readonly kind: string;
  /** Absent: all namespaces. */
  readonly namespace?: string | undefined;
  /** Absent: all objects. */
  readonly selects?: ((object: KubeObject) => boolean) | undefined;
};

/** How many changes of other objects pass before a bookmark says how far the watch has come. */
const BOOKMARK_EVERY = 1_000;

/** A watcher's place in the log. */
export class WatchCursor<T extends KubeObject> {
  readonly #log: ChangeLog;
  readonly #scope: WatchScope;
  #at: number;
  #passed = 0;
  #beats: number;

  constructor(log: ChangeLog, scope: WatchScope, at: number) {
    this.#log = log;
    this.#scope = scope;
    this.#at = at;
    this.#beats = log.beats;
  }

  /**
   * The next event, or undefined where there is none yet. Throws Expired where the log has forgotten what
   * comes next, Unavailable where it is closed and all has been told.
   */
  next(): WatchEvent<T> | undefined {
    if (!this.#log.covers(this.#at)) throw refusal.tooOld(String(this.#at), String(this.#log.version));
    for (let change = this.#log.after(this.#at); change !== undefined; change = this.#log.after(this.#at)) {
      this.#at = change.version;
      const event = this.#eventOf(change);
      if (event !== undefined) return event;
      this.#passed++;
      if (this.#passed % BOOKMARK_EVERY === 0) return this.#bookmark();
    }
    if (this.#log.isClosed) throw refusal.closed();
    return this.#beats === this.#log.beats ? undefined : this.#bookmark();
  }

  #bookmark(): WatchEvent<T> {
    this.#beats = this.#log.beats;
    return { type: "BOOKMARK", resourceVersion: String(this.#at) };
  }

  /** The change as a watcher of a selection sees it: what stops matching is gone for it. */
  #eventOf(change: Change): WatchEvent<T> | undefined {
    const { kind, namespace, selects } = this.#scope;
    if (change.kind !== kind || (namespace !== undefined && change.namespace !== namespace)) return undefined;
    const object = readObject<T>(change.body, change.version);
    if (selects === undefined) return { type: change.type, object };
    const { before } = change;
    const wasSelected = before !== undefined && selects(readObject(before.body, before.version));
    const isSelected = change.type !== "DELETED" && selects(object);
    if (isSelected) return { type: wasSelected ? "MODIFIED" : "ADDED", object };
    return wasSelected ? { type: "DELETED", object } : undefined;
  }
}
