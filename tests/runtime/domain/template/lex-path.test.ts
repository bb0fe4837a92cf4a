import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lexPath } from "../../../../runtime/domain/template/lex-path.ts";

const test = suite("lexPath");

const paths: readonly (readonly [written: string, segments: readonly string[]])[] = [
  [".a", ["a"]],
  [".trigger.body.odd-key_1", ["trigger", "body", "odd-key_1"]],
  [".steps.a-b-c.output", ["steps", "a-b-c", "output"]],
  [".__proto__.constructor", ["__proto__", "constructor"]],
];

for (const [written, segments] of paths)
  for (const after of ["", " ", "}}", ")", "|", "\n"])
    test(`reads ${written} before ${JSON.stringify(after)}`, () =>
      assert.equal(lexPath(written + after, 0), {
        kind: "path",
        segments,
        span: { start: 0, end: written.length },
      }));

test("takes a hyphen before a space into the name, so that every input key can be named", () => {
  assert.equal(lexPath(".a- -}}", 0), { kind: "path", segments: ["a-"], span: { start: 0, end: 3 } });
});

const refused: readonly (readonly [written: string, message: RegExp])[] = [
  [".a-}}", /write " -}}" with a space before it/],
  [". ", /a dot needs the name of a field/],
  [".", /a dot needs the name of a field/],
  [".}}", /a dot needs the name of a field/],
  [".a.", /a dot needs the name of a field/],
  ["..a", /the name of a field has letters/],
  [".0", /can't begin with a digit/],
  [".a.0.b", /can't begin with a digit/],
  [".a.-b", /the name of a field has letters/],
  [".naïve", /the name of a field has letters/],
  [".é", /the name of a field has letters/],
  [".a[0]", /the name of a field has letters/],
  [".a`x`", /the name of a field has letters/],
  [".a;b", /the name of a field has letters/],
  [".a}", /the name of a field has letters/],
];

for (const [written, message] of refused)
  test(`refuses ${written}`, () => {
    const flaw = lexPath(written, 0);
    if (flaw.kind !== "flaw") throw new Error("not refused");
    assert.match(flaw.message, message);
    assert.is(flaw.column, 1);
  });

test.run();
