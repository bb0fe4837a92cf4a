import { suite } from "uvu";
import * as assert from "uvu/assert";
import { textTable } from "../../../../runtime/cli/views/text-table.ts";

const test = suite("textTable");

test("aligns columns under their headings, and ends lines without blanks", () => {
  assert.equal(
    textTable(
      ["NAME", "PHASE"],
      [
        ["a-long-name", "Failed"],
        ["b", ""],
      ],
    ),
    ["NAME          PHASE", "a-long-name   Failed", "b"],
  );
});

test("aligns what is wide", () => {
  assert.equal(textTable(["A", "B"], [["日本", "x"]]), ["A      B", "日本   x"]);
});

test("lets no cell break its line or reach the terminal", () => {
  assert.equal(textTable(["A", "B"], [["a\nb", "\x1b[2Jc"]]), ["A     B", "a b   c"]);
});

test("cuts lines at a terminal's width alone", () => {
  assert.equal(textTable(["A"], [["0123456789"]], { width: 6 }), ["A", "01234…"]);
  assert.equal(textTable(["A"], [["0123456789"]]), ["A", "0123456789"]);
});

test("leaves out whole columns before it cuts lines, in the order given, and only as many as it must", () => {
  const table = (width?: number) =>
    textTable(["NAME", "TEAM", "PHASE"], [["abcdef", "writers", "Failed"]], {
      spare: ["TEAM", "PHASE"],
      ...(width !== undefined && { width }),
    });
  const whole = ["NAME     TEAM      PHASE", "abcdef   writers   Failed"];
  assert.equal([table(), table(25)], [whole, whole]);
  assert.equal(table(23), ["NAME    TEAM     PHASE", "abcdef  writers  Failed"]);
  assert.equal(table(22), ["NAME     PHASE", "abcdef   Failed"]);
  assert.equal(table(13), ["NAME", "abcdef"]);
  assert.equal(table(4), ["NAME", "abc…"]);
});

test.run();
