import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

/** Where an object is: its kind as `plural.group`, its namespace (empty for none) and its name. */
export type RowKey = { readonly kind: string; readonly namespace: string; readonly name: string };

/** A stored object. The body is JSON without the resource version, which `version` is. */
export type Row = RowKey & {
  readonly id: number;
  readonly uid: string;
  readonly version: number;
  readonly body: string;
};

/** What a write changes of a row. `expires` is in seconds of Unix time, for what does not stay. */
export type RowState = {
  readonly version: number;
  readonly body: string;
  readonly expires: number | null;
};

/** Where a page begins and what it holds. */
export type RowRange = {
  readonly kind: string;
  /** Absent: all namespaces. */
  readonly namespace?: string | undefined;
  /** Only what comes after this namespace and name. */
  readonly after: { readonly namespace: string; readonly name: string };
};

const COLUMNS = "id, kind, namespace, name, uid, version, body";

/** The rows of objects, behind prepared statements. */
export class ObjectRows {
  readonly #find: StatementSync;
  readonly #uidOf: StatementSync;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #remove: StatementSync;
  readonly #rangeOfNamespace: StatementSync;
  readonly #rangeOfAll: StatementSync;
  readonly #some: StatementSync;
  readonly #expired: StatementSync;

  constructor(database: DatabaseSync) {
    const place = "kind = ? AND namespace = ? AND name = ?";
    this.#find = database.prepare(`SELECT ${COLUMNS} FROM objects WHERE ${place}`);
    this.#uidOf = database.prepare(`SELECT uid FROM objects WHERE ${place}`);
    this.#insert = database.prepare(
      "INSERT INTO objects (kind, namespace, name, uid, version, body, expires) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    );
    this.#update = database.prepare("UPDATE objects SET version = ?, body = ?, expires = ? WHERE id = ?");
    this.#remove = database.prepare("DELETE FROM objects WHERE id = ?");
    this.#rangeOfNamespace = database.prepare(
      `SELECT ${COLUMNS} FROM objects WHERE kind = ? AND namespace = ? AND name > ? ORDER BY name`,
    );
    this.#rangeOfAll = database.prepare(
      `SELECT ${COLUMNS} FROM objects WHERE kind = ? AND (namespace, name) > (?, ?) ORDER BY namespace, name`,
    );
    this.#some = database.prepare(`SELECT ${COLUMNS} FROM objects WHERE kind = ? AND namespace = ? LIMIT ?`);
    this.#expired = database.prepare(`SELECT ${COLUMNS} FROM objects WHERE expires <= ? LIMIT ?`);
  }

  find(key: RowKey): Row | undefined {
    return this.#find.get(key.kind, key.namespace, key.name) as Row | undefined;
  }

  /** The uid of the object in a place, without reading its body. */
  uidOf(key: RowKey): string | undefined {
    return this.#uidOf.get(key.kind, key.namespace, key.name)?.["uid"] as string | undefined;
  }

  /** Adds a row and answers its id; undefined where the place is taken. */
  insert(key: RowKey & { readonly uid: string }, state: RowState): number | undefined {
    const { kind, namespace, name, uid } = key;
    const { version, body, expires } = state;
    const result = this.#insert.run(kind, namespace, name, uid, version, body, expires);
    return result.changes === 0 ? undefined : Number(result.lastInsertRowid);
  }

  update(id: number, state: RowState): void {
    this.#update.run(state.version, state.body, state.expires, id);
  }

  remove(id: number): void {
    this.#remove.run(id);
  }

  /** The rows of a kind in the order of their namespaces and names. */
  range({ kind, namespace, after }: RowRange): IterableIterator<Row> {
    const rows =
      namespace === undefined
        ? this.#rangeOfAll.iterate(kind, after.namespace, after.name)
        : this.#rangeOfNamespace.iterate(kind, namespace, after.namespace === namespace ? after.name : "");
    return rows as unknown as IterableIterator<Row>;
  }

  /** Some rows of a kind and namespace, in no order. */
  some(kind: string, namespace: string, limit: number): readonly Row[] {
    return rowsOf(this.#some, kind, namespace, limit);
  }

  /** Rows that were to stay no longer than `seconds` of Unix time. */
  expired(seconds: number, limit: number): readonly Row[] {
    return rowsOf(this.#expired, seconds, limit);
  }
}

/** All rows that a statement over objects answers. */
export function rowsOf(statement: StatementSync, ...values: readonly SQLInputValue[]): readonly Row[] {
  return statement.all(...values) as unknown as readonly Row[];
}

/** The columns of a {@link Row}, for statements over objects. */
export const ROW_COLUMNS = COLUMNS;
