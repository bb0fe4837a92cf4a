import { NamespaceType } from "../../../lib/api/core-types.ts";
import type { ObjectKey } from "../../../lib/api/object.ts";
import { qualifiedPlural, type ResourceType } from "../../../lib/api/resource-type.ts";
import { NamespaceSchema } from "../../domain/resource/core-schemas.ts";
import type { StoredObject } from "../../domain/resource/stored-object.ts";
import type { Clock } from "../../ports/clock.ts";
import type { DeletePreconditions } from "../../ports/store.ts";
import type { GarbageCollector } from "./garbage-collector.ts";
import { DEFAULT_NAMESPACE, type Namespaces } from "./namespaces.ts";
import { placeOf, schemaOf } from "./object-place.ts";
import type { ObjectRows, Row } from "./object-rows.ts";
import type { ObjectWriter } from "./object-writer.ts";
import { refusal } from "./refusal.ts";
import type { Transaction } from "./transaction.ts";

/** What deletes are made with. */
export type DeleteParts = {
  readonly objects: ObjectRows;
  readonly namespaces: Namespaces;
  readonly collector: GarbageCollector;
  readonly writer: ObjectWriter;
  readonly clock: Clock;
};

/** A delete: of what, and under which conditions. */
export type Deletion = {
  readonly type: ResourceType;
  readonly key: ObjectKey;
  readonly preconditions: DeletePreconditions;
};

/** Deletes objects, namespaces with their content, and what is left of deletes too big for one transaction. */
export class ObjectDeletes {
  readonly #parts: DeleteParts;

  constructor(parts: DeleteParts) {
    this.#parts = parts;
  }

  delete({ type, key, preconditions }: Deletion, transaction: Transaction): void {
    schemaOf(type);
    const row = this.#parts.objects.find(placeOf(type, key));
    if (row === undefined) throw refusal.notFound(type, key);
    checkPreconditions(type, row, preconditions);
    if (row.kind === qualifiedPlural(NamespaceType)) this.#deleteNamespace(row, transaction);
    else this.#parts.collector.delete(row, transaction);
  }

  /** Goes on with deletes that were too big; answers whether all are done. */
  resume(transaction: Transaction): boolean {
    const { isDone, emptied } = this.#parts.collector.resume(transaction);
    if (emptied === undefined) return isDone;
    const row = this.#parts.objects.find({
      kind: qualifiedPlural(NamespaceType),
      namespace: "",
      name: emptied,
    });
    if (row !== undefined) this.#parts.collector.delete(row, transaction);
    return isDone;
  }

  /** A namespace with much in it is Terminating, and takes nothing new, until it is empty. */
  #deleteNamespace(row: Row, transaction: Transaction): void {
    const { collector, namespaces, writer, clock } = this.#parts;
    if (row.name === DEFAULT_NAMESPACE) {
      throw refusal.forbidden(NamespaceType, row, "this namespace may not be deleted");
    }
    if (namespaces.isEnding(row.name)) return;
    if (collector.empty(row.name, transaction)) {
      collector.delete(row, transaction);
      return;
    }
    const before = JSON.parse(row.body) as StoredObject;
    const deletionTimestamp = `${clock.now().toISOString().slice(0, 19)}Z`;
    const metadata = { ...before.metadata, deletionTimestamp };
    const after = { ...before, metadata, status: { phase: "Terminating" } };
    writer.update(NamespaceSchema, row, { before, after }, transaction);
  }
}

function checkPreconditions(type: ResourceType, row: Row, wanted: DeletePreconditions): void {
  if (wanted.uid !== undefined && wanted.uid !== row.uid) {
    const detail = `the UID in the precondition (${wanted.uid}) does not match the UID in record (${row.uid}). The object might have been deleted and then recreated`;
    throw refusal.conflict(type, row, detail);
  }
  if (wanted.resourceVersion !== undefined && wanted.resourceVersion !== String(row.version)) {
    const detail = `the ResourceVersion in the precondition (${wanted.resourceVersion}) does not match the ResourceVersion in record (${row.version}). The object might have been modified`;
    throw refusal.conflict(type, row, detail);
  }
}
