import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { SqliteCode, sqliteCode } from "./sqlite-error.ts";
import { StoreFileError } from "./store-file-error.ts";

/** Marks the file as ours: "Tocs" in ASCII. */
const APPLICATION_ID = 0x546f6373;
/** Version of the tables below; a file with a higher one was written by a newer Tocsin. */
const SCHEMA_VERSION = 1;
/** How long to wait for a process that is just ending. */
const LOCK_WAIT_MS = 250;
/** The write-ahead log is cut back to this once a burst of writes is over. */
const MAX_IDLE_LOG_BYTES = 16_777_216;

/**
 * `synchronous=FULL` makes an acknowledged write survive a power cut. `locking_mode=EXCLUSIVE` holds a lock of
 * the operating system for as long as the process lives, so kill -9 leaves no stale lock behind.
 */
const PRAGMAS = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA journal_size_limit = ${MAX_IDLE_LOG_BYTES};
  PRAGMA foreign_keys = OFF;
  PRAGMA temp_store = MEMORY;
`;

const TABLES = `
  CREATE TABLE counter (version INTEGER NOT NULL) STRICT;
  INSERT INTO counter (version) VALUES (0);
  CREATE TABLE objects (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    namespace TEXT NOT NULL,
    name TEXT NOT NULL,
    uid TEXT NOT NULL,
    version INTEGER NOT NULL,
    expires INTEGER,
    body TEXT NOT NULL,
    UNIQUE (kind, namespace, name)
  ) STRICT;
  CREATE INDEX objects_expires ON objects (expires) WHERE expires IS NOT NULL;
  CREATE TABLE owners (
    owner TEXT NOT NULL,
    dependent INTEGER NOT NULL,
    PRIMARY KEY (owner, dependent)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE garbage (
    what TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (what, name)
  ) STRICT, WITHOUT ROWID;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/**
 * Opens the store's file for this process alone and makes the tables where they are missing.
 * @throws StoreFileError where another process has the file, or it is not a store that this version reads.
 */
export function openDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (path !== ":memory:") createPrivately(path);
    database = new DatabaseSync(path, { timeout: LOCK_WAIT_MS });
    database.exec(PRAGMAS);
    database.exec("BEGIN IMMEDIATE");
    prepareTables(database, path);
    database.exec("COMMIT");
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof StoreFileError ? error : asFileError(path, error);
  }
}

/** The file holds tokens and keys: for its owner alone. SQLite gives its other files the same mode. */
function createPrivately(path: string): void {
  closeSync(openSync(path, "a", 0o600));
}

function prepareTables(database: DatabaseSync, path: string): void {
  const version = readPragma(database, "user_version");
  const isOurs = readPragma(database, "application_id") === APPLICATION_ID;
  if (isOurs && version > SCHEMA_VERSION) {
    throw new StoreFileError(
      "newer",
      `${path} was written by a newer version (schema ${version}, this one reads up to ${SCHEMA_VERSION}): update, or use another file`,
    );
  }
  if (isOurs) return;
  if (database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== undefined || version !== 0) {
    throw new StoreFileError("foreign", `${path} is a database of another program: use another file`);
  }
  database.exec(TABLES);
}

function readPragma(database: DatabaseSync, name: "user_version" | "application_id"): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

function asFileError(path: string, error: unknown): StoreFileError {
  const code = sqliteCode(error);
  if (code === SqliteCode.busy || code === SqliteCode.locked) {
    return new StoreFileError("taken", `${path} is taken: another process has it open`, error);
  }
  if (code === SqliteCode.notADatabase) {
    return new StoreFileError("foreign", `${path} is not a database: use another file`, error);
  }
  const detail = error instanceof Error ? error.message : String(error);
  return new StoreFileError("unusable", `${path} can't be opened: ${detail}`, error);
}
