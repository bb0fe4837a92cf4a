import { suite } from "uvu";
import * as assert from "uvu/assert";
import { dedent } from "../../../lib/teams/dedent.ts";

const test = suite("dedent");

test("takes off what all lines share, and the blank lines at both ends", () => {
  const text = dedent`
    One
      two

    three
  `;
  assert.is(text, "One\n  two\n\nthree");
});

test("measures lines that hold nothing but an inserted value", () => {
  const text = dedent`
        ${"one"}

        ${"two"}
      `;
  assert.is(text, "one\n\ntwo");
});

test("keeps the indentation of what is inserted", () => {
  const list = "first\n    second";
  assert.is(
    dedent`
      List:
      ${list}
    `,
    "List:\nfirst\n    second",
  );
});

test("leaves a text of one line alone", () => {
  assert.is(dedent`One ${"two"}`, "One two");
});

test("reads escapes as an ordinary template does", () => {
  assert.is(dedent`One\ttwo`, "One\ttwo");
});

test.run();
