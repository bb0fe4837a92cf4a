import { suite } from "uvu";
import * as assert from "uvu/assert";
import { StoreFileError } from "../../../../runtime/adapters/sqlite/store-file-error.ts";

const test = suite("StoreFileError");

test("says what is wrong with the file, and keeps what found it", () => {
  const cause = new Error("locked");
  const error = new StoreFileError("taken", "another process has it", cause);
  assert.equal(
    [error.name, error.flaw, error.message, error.cause],
    ["StoreFileError", "taken", "another process has it", cause],
  );
  assert.not.ok("cause" in new StoreFileError("newer", "made by a newer version"));
});

test.run();
