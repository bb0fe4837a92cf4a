import type { OwnerReference } from "../../../lib/api/object.ts";
import { apiVersionOf, qualifiedPlural } from "../../../lib/api/resource-type.ts";
import { KIND_SCHEMAS } from "../../domain/resource/kind-schemas.ts";
import type { StoredObject } from "../../domain/resource/stored-object.ts";
import type { Garbage, GarbageRows } from "./garbage-rows.ts";
import type { ObjectRows, Row } from "./object-rows.ts";
import type { OwnerRows } from "./owner-rows.ts";
import type { Transaction } from "./transaction.ts";

/** The tables that garbage collection works on. */
export type CollectorTables = {
  readonly objects: ObjectRows;
  readonly owners: OwnerRows;
  readonly garbage: GarbageRows;
};

/** How many rows are read at once. */
const BATCH_SIZE = 100;

const typesByKind = new Map(
  KIND_SCHEMAS.map(({ type }) => [`${apiVersionOf(type)}/${type.kind}`, type] as const),
);
const NAMESPACED_KINDS = KIND_SCHEMAS.filter(({ type }) => type.isNamespaced).map(({ type }) =>
  qualifiedPlural(type),
);

/**
 * Deletes objects with all that they alone own, in the transaction of the delete. What is too much for one
 * transaction is noted in it and collected in later ones, so that a crash in between leaves nothing behind.
 */
export class GarbageCollector {
  readonly #tables: CollectorTables;

  constructor(tables: CollectorTables) {
    this.#tables = tables;
  }

  /** Deletes an object, and its dependents as far as this transaction may. */
  delete(row: Row, transaction: Transaction): void {
    this.#remove(row, transaction);
    this.#collect({ what: "owner", name: row.uid }, transaction);
  }

  /** Deletes the content of a namespace; answers whether all of it is gone. */
  empty(namespace: string, transaction: Transaction): boolean {
    const content = { what: "namespace", name: namespace } as const;
    const isEmpty = this.#collect(content, transaction);
    if (!isEmpty) this.#tables.garbage.add(content);
    return isEmpty;
  }

  /** Deletes an object that says it has owners, none of which exists. */
  deleteIfOrphaned(row: Row, references: readonly OwnerReference[], transaction: Transaction): void {
    if (references.length === 0 || this.#hasOwner(references, row.namespace)) return;
    this.delete(row, transaction);
  }

  /** Goes on with what earlier transactions left; answers the namespace that has become empty, if one has. */
  resume(transaction: Transaction): { readonly isDone: boolean; readonly emptied?: string } {
    const { garbage } = this.#tables;
    for (let next = garbage.first(); next !== undefined; next = garbage.first()) {
      if (!this.#collect(next, transaction)) return { isDone: false };
      garbage.remove(next);
      if (next.what === "namespace") return { isDone: false, emptied: next.name };
    }
    return { isDone: true };
  }

  #collect(root: Garbage, transaction: Transaction): boolean {
    const pending = [root];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (let rows = this.#doomed(next); rows.length > 0; rows = this.#doomed(next)) {
        if (this.#removeAll(rows, next, pending, transaction)) continue;
        for (const rest of [next, ...pending]) this.#tables.garbage.add(rest);
        return false;
      }
    }
    return true;
  }

  /** Removes what dies with `cause`, and notes whose dependents come next; false where it may not go on. */
  #removeAll(rows: readonly Row[], cause: Garbage, pending: Garbage[], transaction: Transaction): boolean {
    for (const row of rows) {
      if (!transaction.mayCollect) return false;
      if (cause.what === "owner" && this.#survives(row, cause.name)) continue;
      this.#remove(row, transaction);
      transaction.countCollected();
      pending.push({ what: "owner", name: row.uid });
    }
    return true;
  }

  #doomed({ what, name }: Garbage): readonly Row[] {
    if (what === "owner") return this.#tables.owners.dependents(name, BATCH_SIZE);
    for (const kind of NAMESPACED_KINDS) {
      const rows = this.#tables.objects.some(kind, name, BATCH_SIZE);
      if (rows.length > 0) return rows;
    }
    return [];
  }

  /** Whether a dependent has another owner; it is then no longer counted as a dependent of the lost one. */
  #survives(row: Row, lost: string): boolean {
    if (!this.#hasOwner(ownersOf(row), row.namespace)) return false;
    this.#tables.owners.unlink(lost, row.id);
    return true;
  }

  #hasOwner(references: readonly OwnerReference[], namespace: string): boolean {
    return references.some((reference) => {
      const type = typesByKind.get(`${reference.apiVersion}/${reference.kind}`);
      // Nothing is known of owners whose kind is not kept here, so they count as alive.
      if (type === undefined) return true;
      const place = { kind: qualifiedPlural(type), namespace: type.isNamespaced ? namespace : "" };
      return this.#tables.objects.uidOf({ ...place, name: reference.name }) === reference.uid;
    });
  }

  #remove(row: Row, transaction: Transaction): void {
    const { kind, namespace, name, body, version } = row;
    for (const owner of ownersOf(row)) this.#tables.owners.unlink(owner.uid, row.id);
    this.#tables.objects.remove(row.id);
    transaction.record({ type: "DELETED", kind, namespace, name, body, before: { version, body } });
  }
}

function ownersOf(row: Row): readonly OwnerReference[] {
  // Most bodies name no owner: the search is much cheaper than parsing them.
  if (!row.body.includes('"ownerReferences"')) return [];
  return (JSON.parse(row.body) as StoredObject).metadata.ownerReferences ?? [];
}
