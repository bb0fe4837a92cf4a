import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseLabelSelector } from "../../../../runtime/domain/selector/parse-label-selector.ts";
import { meets } from "../../../../runtime/domain/selector/selector.ts";

const test = suite("parseLabelSelector");

const labels: Readonly<Record<string, string>> = { app: "x", tier: "front", "a.example/b": "c", empty: "" };
const selecting: readonly [selector: string, isSelected: boolean][] = [
  ["", true],
  ["  ", true],
  ["app=x", true],
  [" app = x ", true],
  ["app==x", true],
  ["app=y", false],
  ["app!=y", true],
  ["app!=x", false],
  ["ghost!=x", true],
  ["ghost=", false],
  ["empty=", true],
  ["empty!=", false],
  ["app", true],
  ["ghost", false],
  ["!ghost", true],
  ["! app", false],
  ["app in (x)", true],
  ["app in (y, x )", true],
  ["app in(y)", false],
  ["app notin (y,z)", true],
  ["app notin (x)", false],
  ["ghost notin (x)", true],
  ["ghost in ()", false],
  ["empty in ()", true],
  ["a.example/b=c,app=x,!ghost", true],
  ["a.example/b=c,app in (x,y),tier=back", false],
  ["in in (in)", false],
];
for (const [selector, isSelected] of selecting) {
  test(`says ${isSelected} to ${JSON.stringify(selector)}`, () => {
    const { requirements, flaw } = parseLabelSelector(selector);
    if (requirements === undefined) throw new Error(flaw);
    assert.is(
      meets(requirements, (key) => labels[key]),
      isSelected,
    );
  });
}

const flawed = [
  ",",
  "a,",
  ",a",
  "a,,b",
  "=",
  "=x",
  "a=b=c",
  "a b",
  "a in",
  "a in b",
  "a in (b",
  "a in b)",
  "a in (b)c",
  "(a)",
  "a in ((b))",
  "a notin(b),",
  "!a=b",
  "!!a",
  "a===b",
  "a=!b",
  "a=b/c",
  "a in (b/c)",
  "-a",
  "a=é",
  "a>1",
  "A.b/c=d",
  `a=${"b".repeat(64)}`,
  "x".repeat(20_000),
  Array.from({ length: 65 }, () => "a").join(),
];
for (const selector of flawed) {
  test(`finds a flaw in ${JSON.stringify(selector).slice(0, 40)}`, () => {
    const { flaw = "" } = parseLabelSelector(selector);
    assert.ok(flaw.length > 0 && flaw.length < 300);
  });
}

test("is quick with any text", () => {
  const piece = fc.constantFrom("a", "=", "!", "(", ")", ",", " in ", " notin ", " ", "=x", "é", "a.b/");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      const parsed = parseLabelSelector(pieces.join(""));
      assert.ok((parsed.flaw === undefined) !== (parsed.requirements === undefined));
    }),
  );
  for (const piece of ["a", " ", "(", "!", "=", "a in ("])
    parseLabelSelector(piece.repeat(16_384 / piece.length));
});

test.run();
