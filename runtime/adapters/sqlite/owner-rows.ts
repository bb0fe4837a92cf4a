import type { DatabaseSync, StatementSync } from "node:sqlite";
import { ROW_COLUMNS, type Row, rowsOf } from "./object-rows.ts";

/** Who owns what, by uid, and whose dependents are still to be collected. */
export class OwnerRows {
  readonly #link: StatementSync;
  readonly #unlink: StatementSync;
  readonly #dependents: StatementSync;

  constructor(database: DatabaseSync) {
    this.#link = database.prepare("INSERT OR IGNORE INTO owners (owner, dependent) VALUES (?, ?)");
    this.#unlink = database.prepare("DELETE FROM owners WHERE owner = ? AND dependent = ?");
    this.#dependents = database.prepare(
      `SELECT ${ROW_COLUMNS} FROM owners JOIN objects ON id = dependent WHERE owner = ? LIMIT ?`,
    );
  }

  link(owner: string, dependent: number): void {
    this.#link.run(owner, dependent);
  }

  unlink(owner: string, dependent: number): void {
    this.#unlink.run(owner, dependent);
  }

  dependents(owner: string, limit: number): readonly Row[] {
    return rowsOf(this.#dependents, owner, limit);
  }
}
