import type { DatabaseSync, StatementSync } from "node:sqlite";

/** What is left to delete: the dependents of a uid that is gone, or the content of a namespace. */
export type Garbage = { readonly what: "owner" | "namespace"; readonly name: string };

/** The deletions that were too big for one transaction; they go on after a restart. */
export class GarbageRows {
  readonly #add: StatementSync;
  readonly #remove: StatementSync;
  readonly #first: StatementSync;
  readonly #has: StatementSync;

  constructor(database: DatabaseSync) {
    this.#add = database.prepare("INSERT OR IGNORE INTO garbage (what, name) VALUES (?, ?)");
    this.#remove = database.prepare("DELETE FROM garbage WHERE what = ? AND name = ?");
    // Owners first: what a namespace holds may be on the way already.
    this.#first = database.prepare("SELECT what, name FROM garbage ORDER BY what DESC, name LIMIT 1");
    this.#has = database.prepare("SELECT 1 FROM garbage WHERE what = ? AND name = ?");
  }

  add({ what, name }: Garbage): void {
    this.#add.run(what, name);
  }

  remove({ what, name }: Garbage): void {
    this.#remove.run(what, name);
  }

  first(): Garbage | undefined {
    return this.#first.get() as Garbage | undefined;
  }

  has({ what, name }: Garbage): boolean {
    return this.#has.get(what, name) !== undefined;
  }
}
