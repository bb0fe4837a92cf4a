import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseTemplate } from "../../../../runtime/domain/template/parse-template.ts";
import type { Expression, Template } from "../../../../runtime/domain/template/template.ts";
import { isFlaw, type TemplateFlaw } from "../../../../runtime/domain/template/template-flaw.ts";
import { MAX_PARENTHESES } from "../../../../runtime/domain/template/template-limits.ts";

const test = suite("parseTemplate");

const nested = (depth: number) => `{{ ${"(".repeat(depth)}.a${")".repeat(depth)} }}`;

/** Trees as s-expressions: a pipeline is (| first stage…). */
const trees: readonly (readonly [template: string, tree: string])[] = [
  ["{{ .a.b-c.d_1 }}", ".a.b-c.d_1"],
  ["{{ .a- }}", ".a-"],
  ['{{ "a b" }}', '"a b"'],
  ["{{ -1.5e2 }}", "-150"],
  ["{{ true }}", "true"],
  ["{{ upper .a }}", "(upper .a)"],
  ["{{ .a | upper | trunc 3 }}", "(| .a (upper) (trunc 3))"],
  ["{{ .a|upper|trim }}", "(| .a (upper) (trim))"],
  ['{{ index .a.b "odd key" 0 }}', '(index .a.b "odd key" 0)'],
  ["{{ ((.a)) }}", ".a"],
  ["{{ default (.b | upper) (trim .a) | quote }}", "(| (default (| .b (upper)) (trim .a)) (quote))"],
  [nested(MAX_PARENTHESES), ".a"],
];

for (const [template, tree] of trees)
  test(`parses ${template.slice(0, 60)}`, () => assert.is(treeOf(template), tree));

const refusals: readonly (readonly [template: string, column: number, message: RegExp])[] = [
  ["{{ }}", 1, /a value is missing/],
  ["{{ () }}", 5, /a value is missing/],
  ["{{ | upper }}", 4, /a value is missing/],
  ["{{ .a | }}", 1, /needs a function after it/],
  ["{{ .a | .b }}", 9, /needs a function after it/],
  ["{{ .a .b }}", 4, /only a function takes arguments/],
  ['{{ "a" "b" }}', 4, /only a function takes arguments/],
  ["{{ (.a }}", 4, /"\(" is not closed/],
  ["{{ .a) }}", 6, /"\)" closes nothing/],
  ["{{ upper lower .a }}", 10, /needs parentheses/],
  ["{{ shout .a }}", 4, /no such function: the functions are default, index/],
  ["{{ constructor .a }}", 4, /no such function/],
  ["{{ __proto__ .a }}", 4, /no such function/],
  ["{{ range .a }}", 4, /"range" of Go's templates is not supported/],
  ["{{ upper }}", 4, /upper takes 1 argument/],
  ["{{ .a | upper .b }}", 9, /upper takes 1 argument/],
  ["{{ .a | default }}", 9, /default takes 2 arguments/],
  ['{{ trunc "3" .a }}', 10, /argument 1 of trunc must be a whole number/],
  ["{{ trunc 1.5 .a }}", 10, /argument 1 of trunc must be a whole number/],
  ['{{ "a" | index "b" }}', 16, /argument 1 of index must be a list or object/],
  ["{{ index .a true }}", 13, /argument 2 of index must be a key or position/],
  [nested(MAX_PARENTHESES + 1), 4 + MAX_PARENTHESES, /nested deeper than 32/],
  ['{{ upper"a" }}', 9, /no space before this/],
  ["{{ (.a)(.b) }}", 8, /no space before this/],
  ["{{ (.a).b }}", 8, /to look into a result, write index/],
  ["{{ .a /* c */ }}", 7, /a comment must fill its action/],
  ["{{ .a {{ .b }}", 7, /can't stand in another one/],
  ["{{ .a } }", 7, /ends with two braces/],
  ["{{ .a, .b }}", 4, /the name of a field/],
  ["{{ ; }}", 4, /U\+003B means nothing here/],
  ["{{ \u2028 }}", 4, /U\+2028 means nothing here/],
  ["{{ \u{1F514} }}", 4, /U\+1F514 means nothing here/],
];

for (const [template, column, message] of refusals)
  test(`refuses ${JSON.stringify(template).slice(0, 60)}`, () => {
    const flaw = flawOf(template);
    assert.is(flaw.line, 1);
    assert.is(flaw.column, column, flaw.message);
    assert.match(flaw.message, message);
  });

test("gives text without an action back exactly", () => {
  const text = anyText(50).filter((value) => !value.includes("{{"));
  fc.assert(
    fc.property(text, (source) => {
      const parts = source === "" ? [] : [{ kind: "text", text: source }];
      assert.equal(parseTemplate(source), { kind: "template", source, parts });
    }),
  );
});

test("parses any string or refuses it with a place inside it", () => {
  const pieces = [
    "{{",
    "}}",
    "{{- ",
    " -}}",
    "/*",
    "*/",
    ".a",
    '"',
    "\\",
    "(",
    ")",
    "|",
    "upper",
    "\n",
    " ",
    "1",
    "é",
  ];
  const source = fc
    .array(fc.oneof(fc.constantFrom(...pieces), anyText(3)), {
      maxLength: 20,
    })
    .map((list) => list.join(""));
  fc.assert(
    fc.property(source, (template) => {
      const parsed = parseTemplate(template);
      if (!isFlaw(parsed)) return;
      const line = template.split("\n")[parsed.line - 1];
      assert.ok(line !== undefined && parsed.column >= 1 && parsed.column <= [...line].length + 1);
      assert.not.match(parsed.message, /\p{C}/u);
    }),
    { numRuns: 2_000 },
  );
});

/** Text of any UTF-16 units, broken surrogate pairs included. */
function anyText(maxLength: number): fc.Arbitrary<string> {
  const unit = fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff }));
  return fc.array(unit, { maxLength }).map((units) => String.fromCharCode(...units));
}

function treeOf(template: string): string {
  const parsed = parseTemplate(template);
  if (isFlaw(parsed)) throw new Error(`refused: ${parsed.message}`);
  return parsed.parts.map((part) => (part.kind === "text" ? part.text : tree(part.expression))).join("");
}

function tree(expression: Expression): string {
  switch (expression.kind) {
    case "path":
      return `.${expression.segments.join(".")}`;
    case "literal":
      return JSON.stringify(expression.value);
    case "call":
      return `(${[expression.name, ...expression.args.map(tree)].join(" ")})`;
    case "pipeline":
      return `(${["|", tree(expression.first), ...expression.stages.map(tree)].join(" ")})`;
  }
}

function flawOf(template: string): TemplateFlaw {
  const parsed: Template | TemplateFlaw = parseTemplate(template);
  if (!isFlaw(parsed)) throw new Error("not refused");
  return parsed;
}

test.run();
