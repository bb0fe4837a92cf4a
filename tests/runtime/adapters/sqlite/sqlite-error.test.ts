import { DatabaseSync } from "node:sqlite";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { asStoreError, sqliteCode } from "../../../../runtime/adapters/sqlite/sqlite-error.ts";
import { StoreError, StoreErrorReason } from "../../../../runtime/ports/store-error.ts";

const test = suite("asStoreError");

function sqliteError(): unknown {
  const database = new DatabaseSync(":memory:");
  try {
    database.exec("CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1), (1)");
  } catch (error) {
    return error;
  } finally {
    database.close();
  }
  throw new Error("no error");
}

test("leaves a refusal as it is", () => {
  const refusal = new StoreError(StoreErrorReason.conflict, "no");
  assert.is(asStoreError(refusal), refusal);
});

test("makes what SQLite reports a passing failure, and keeps the cause", () => {
  const cause = sqliteError();
  const CONSTRAINT = 19;
  assert.is(sqliteCode(cause), CONSTRAINT);
  const error = asStoreError(cause);
  assert.is(error.reason, StoreErrorReason.unavailable);
  assert.is(error.cause, cause);
});

test("makes anything else a passing failure too", () => {
  assert.is(sqliteCode(new Error("x")), undefined);
  assert.is(asStoreError(new TypeError("x is not a function")).reason, StoreErrorReason.unavailable);
  assert.match(asStoreError("text").message, "text");
});

test.run();
