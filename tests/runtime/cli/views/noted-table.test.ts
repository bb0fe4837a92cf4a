import { suite } from "uvu";
import * as assert from "uvu/assert";
import { notedTable } from "../../../../runtime/cli/views/noted-table.ts";
import { inColour } from "../../../../runtime/cli/views/paint.ts";

const note = "the schedule never comes:\nno 31st of February";
const rows = [
  { cells: ["good", "True"], note: "" },
  { cells: ["bad", "False"], note },
];
const table = (options: Parameters<typeof notedTable>[3]) =>
  notedTable(["NAME", "READY"], "WHY", rows, options);

const test = suite("notedTable");

test("has notes as a column in a pipe, a line a row", () => {
  assert.equal(table({}), [
    "NAME   READY   WHY",
    "good   True",
    "bad    False   the schedule never comes: no 31st of February",
  ]);
});

test("has a note below its row on a terminal, whole whatever its width", () => {
  assert.equal(table({ width: 30 }), [
    "NAME   READY",
    "good   True",
    "bad    False",
    "  the schedule never comes: no",
    "  31st of February",
  ]);
  assert.is(table({ width: 80, paint: inColour })[3], `  \x1b[31m${note.replace("\n", " ")}\x1b[39m`);
});

test("has neither where there is nothing to say", () => {
  assert.equal(notedTable(["NAME"], "WHY", [{ cells: ["good"], note: "" }], {}), ["NAME", "good"]);
});

test.run();
