import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openDatabase } from "../../../../runtime/adapters/sqlite/open-database.ts";
import { StoreFileError } from "../../../../runtime/adapters/sqlite/store-file-error.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const test = suite("openDatabase");

function refusalOf(path: string): StoreFileError {
  try {
    openDatabase(path).close();
  } catch (error) {
    assert.instance(error, StoreFileError);
    return error as StoreFileError;
  }
  throw new Error("it was opened");
}

test("syncs at each commit and keeps a write-ahead log", () => {
  using folder = temporaryFolder();
  const database = openDatabase(join(folder.path, "store.db"));
  assert.is(database.prepare("PRAGMA synchronous").get()?.["synchronous"], 2);
  assert.is(database.prepare("PRAGMA journal_mode").get()?.["journal_mode"], "wal");
  assert.is(database.prepare("PRAGMA locking_mode").get()?.["locking_mode"], "exclusive");
  database.close();
});

test("makes a file that its owner alone can read, for it holds secrets", () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "store.db");
  const database = openDatabase(path);
  for (const file of [path, `${path}-wal`]) assert.is(statSync(file).mode & 0o777, 0o600, file);
  database.close();
});

test("opens its own file again", () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "store.db");
  openDatabase(path).close();
  openDatabase(path).close();
});

test("refuses a file that is open already, and says so", () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "store.db");
  const database = openDatabase(path);
  const error = refusalOf(path);
  assert.is(error.flaw, "taken");
  assert.match(error.message, `${path} is taken`);
  database.close();
  openDatabase(path).close();
});

test("refuses a file that a newer version wrote", () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "store.db");
  const database = openDatabase(path);
  database.exec("PRAGMA user_version = 99");
  database.close();
  const error = refusalOf(path);
  assert.is(error.flaw, "newer");
  assert.match(error.message, "schema 99");
});

test("refuses the database of another program, and leaves it as it is", () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "other.db");
  const other = new DatabaseSync(path);
  other.exec("CREATE TABLE notes (text)");
  other.close();
  assert.is(refusalOf(path).flaw, "foreign");
  const again = new DatabaseSync(path);
  assert.equal(
    again
      .prepare("SELECT name FROM sqlite_schema")
      .all()
      .map((row) => row["name"]),
    ["notes"],
  );
  again.close();
});

test("refuses a file that is no database", () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "note.txt");
  writeFileSync(path, "This is a text, and long enough to be told from a database. ".repeat(20));
  assert.is(refusalOf(path).flaw, "foreign");
});

test("says when the file can't be made", () => {
  using folder = temporaryFolder();
  const error = refusalOf(join(folder.path, "missing", "store.db"));
  assert.is(error.flaw, "unusable");
  assert.match(error.message, "can't be opened");
});

test.run();
