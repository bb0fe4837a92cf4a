import type { OwnerReference } from "../../../lib/api/object.ts";
import type { KindSchema } from "../../domain/resource/kind-schema.ts";
import type { StoredObject } from "../../domain/resource/stored-object.ts";
import type { Clock } from "../../ports/clock.ts";
import type { GarbageCollector } from "./garbage-collector.ts";
import type { ObjectRows, Row, RowKey, RowState } from "./object-rows.ts";
import type { OwnerRows } from "./owner-rows.ts";
import { refusal } from "./refusal.ts";
import type { Transaction } from "./transaction.ts";

/** What a write came to: the body and its version, and the version before where there was one. */
export type Stored = {
  readonly body: string;
  readonly version: number;
  readonly versionBefore?: number;
};

/** What rows are written with. */
export type WriterParts = {
  readonly objects: ObjectRows;
  readonly owners: OwnerRows;
  readonly collector: GarbageCollector;
  readonly clock: Clock;
};

/** Most bytes of an object's JSON: what etcd takes in one request. */
export const MAX_OBJECT_BYTES = 1_572_864;
/** UTF-8 takes at most this many bytes for one UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/** Writes admitted objects to their rows, with the change, the owners and what follows from them. */
export class ObjectWriter {
  readonly #parts: WriterParts;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /** Adds a row; throws AlreadyExists where its place is taken. One whose owners are all gone is collected at once. */
  insert(schema: KindSchema, key: RowKey, object: StoredObject, transaction: Transaction): Stored {
    const body = encode(schema, object);
    const version = transaction.record({ type: "ADDED", ...key, body });
    const { uid } = object.metadata;
    const id = this.#parts.objects.insert({ ...key, uid }, this.#state(schema, version, body));
    if (id === undefined) throw refusal.alreadyExists(schema.type, object.metadata);
    const owners = object.metadata.ownerReferences ?? [];
    for (const owner of owners) this.#parts.owners.link(owner.uid, id);
    this.#parts.collector.deleteIfOrphaned({ ...key, id, uid, version, body }, owners, transaction);
    return { version, body };
  }

  /** Writes a row's next state. */
  update(schema: KindSchema, row: Row, states: States, transaction: Transaction): Stored {
    const { kind, namespace, name, id } = row;
    const body = encode(schema, states.after);
    const before = { version: row.version, body: row.body };
    const version = transaction.record({ type: "MODIFIED", kind, namespace, name, body, before });
    this.#parts.objects.update(id, this.#state(schema, version, body));
    const owners = states.after.metadata.ownerReferences ?? [];
    if (this.#relink(id, states.before.metadata.ownerReferences ?? [], owners)) {
      this.#parts.collector.deleteIfOrphaned({ ...row, version, body }, owners, transaction);
    }
    return { version, body, versionBefore: row.version };
  }

  #relink(id: number, before: readonly OwnerReference[], after: readonly OwnerReference[]): boolean {
    const uids = (references: readonly OwnerReference[]) => references.map((each) => each.uid);
    if (uids(before).join() === uids(after).join()) return false;
    for (const uid of uids(before)) this.#parts.owners.unlink(uid, id);
    for (const uid of uids(after)) this.#parts.owners.link(uid, id);
    return true;
  }

  #state({ lifeSeconds }: KindSchema, version: number, body: string): RowState {
    if (lifeSeconds === undefined) return { version, body, expires: null };
    const nowSeconds = Math.ceil(this.#parts.clock.now().getTime() / 1_000);
    return { version, body, expires: nowSeconds + lifeSeconds };
  }
}

/** An object before and after a write. */
export type States = { readonly before: StoredObject; readonly after: StoredObject };

function encode({ type }: KindSchema, object: StoredObject): string {
  const body = JSON.stringify(object);
  if (body.length * MAX_BYTES_PER_UNIT <= MAX_OBJECT_BYTES) return body;
  const bytes = Buffer.byteLength(body);
  if (bytes <= MAX_OBJECT_BYTES) return body;
  const message = `Too long: the object takes ${bytes} bytes and may not take more than ${MAX_OBJECT_BYTES}`;
  throw refusal.invalid(type, object.metadata.name, [{ field: "", reason: "FieldValueTooLong", message }]);
}
