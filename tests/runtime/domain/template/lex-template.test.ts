import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lexTemplate } from "../../../../runtime/domain/template/lex-template.ts";
import { isFlaw, type TemplateFlaw } from "../../../../runtime/domain/template/template-flaw.ts";
import {
  MAX_ACTIONS,
  MAX_TEMPLATE_UNITS,
  MAX_TERMS,
} from "../../../../runtime/domain/template/template-limits.ts";

const test = suite("lexTemplate");

/** What text/template of Go 1.26 renders; undefined where it refuses to parse. */
const goAnswers: readonly (readonly [template: string, text: string | undefined])[] = [
  ['a {{"x"}} b', "a x b"],
  ['a {{- "x"}} b', "ax b"],
  ['a {{"x" -}} b', "a xb"],
  ['a {{- "x" -}} b', "axb"],
  ['a \n\t\r\n {{- "x" -}} \r\n\t b', "axb"],
  ['a\u00a0{{- "x" -}}\u00a0b', "a\u00a0x\u00a0b"],
  ['a\u000b{{- "x" -}}\fb', "a\u000bx\fb"],
  ['a {{-"x"}}', undefined],
  ['a {{"x"-}} b', undefined],
  ['a {{"x"- }} b', undefined],
  ["{{-3}}", "-3"],
  ["a {{- 3 -}} b", "a3b"],
  ["a {{- -3 -}} b", "a-3b"],
  ["{{3 -}} b", "3b"],
  ["{{3-}}", undefined],
  ["{{- 3}}", "3"],
  ['a {{-\n"x"\n-}} b', "axb"],
  ['a {{-\t"x"\t-}} b', "axb"],
  ['a {{  "x"  -}} b', "a xb"],
  ['a {{-   "x"   }} b', "ax b"],
  ['a {{"x"}} {{"y"}} b', "a x y b"],
  ['a {{"x" -}} {{- "y"}} b', "a xy b"],
  ['a {{"x" -}} \n {{"y"}} b', "a xy b"],
  ['a {{"x"}} \n {{- "y"}} b', "a xy b"],
  ['{{"x" -}}', "x"],
  ['{{- "x"}}', "x"],
  [' {{- "x" -}} ', "x"],
  ["a {{/* c */}} b", "a  b"],
  ["a {{- /* c */}} b", "a b"],
  ["a {{/* c */ -}} b", "a b"],
  ["a {{- /* c */ -}} b", "ab"],
  ["a {{-  /* c */ -}} b", undefined],
  ["a {{/* c */  -}} b", undefined],
  ["a {{ /* c */}} b", undefined],
  ["a {{/* c */ }} b", undefined],
  ["a {{/* c */-}} b", undefined],
  ["a {{-/* c */ -}} b", undefined],
  ["a {{/* }} */}} b", "a  b"],
  ["a {{/*/}} b", undefined],
  ["a {{/**/}} b", "a  b"],
  ["a {{/* c", undefined],
  ["a {{/* c */", undefined],
  ['a {{/* "x */}} b', "a  b"],
  ["a {{/* \n\n */ -}}\n\n b", "a b"],
  ['a  {{/* c */}}  {{- "x"}} b', "a  x b"],
  ['a {{"x" -}}  {{/* c */}}  b', "a x  b"],
  ['a {{"x" -}}  {{- /* c */ -}}  {{"y"}} b', "a xy b"],
  ['{{"}}"}}', "}}"],
  ['{{"{{"}}', "{{"],
  ['{{"/*"}}', "/*"],
  ['{{" -}}"}} b', " -}} b"],
  ["a }} b", "a }} b"],
  ["a } } b", "a } } b"],
  ['{ {"x"}}', '{ {"x"}}'],
  ['{{{"x"}}', undefined],
  ['{{"x"}}}', "x}"],
  ['{{"x"}}}}', "x}}"],
  ['{{"x" }} }}', "x }}"],
  ["{", "{"],
  ["{{", undefined],
  ["a{{", undefined],
  ["{{}}", undefined],
  ["{{-}}", undefined],
  ["{{- }}", undefined],
  ["{{ -}}", undefined],
  ["{{- -}}", undefined],
  ["{{-  -}}", undefined],
  ['{{"x"\n}}', "x"],
  ['{{\n"x"}}', "x"],
  ['{{"x\n"}}', undefined],
  ['a {{"x" --}} b', undefined],
  ['a {{"x" - }} b', undefined],
  ['a {{- - "x"}} b', undefined],
  ['{{"x"}}\n', "x\n"],
  ['\n{{"x" -}}\n\n', "\nx"],
  ['\n\n{{- "x"}}\n', "x\n"],
  ['{{(("x"))}}', "x"],
  ['{{( "x" )-}} b', undefined],
  ['{{( "x" ) -}} b', "xb"],
  ["", ""],
];

for (const [template, text] of goAnswers)
  test(`trims as Go does: ${JSON.stringify(template)}`, () => assert.is(textOf(template), text));

test("gives the place of an action that is not closed", () => {
  const flaw = flawOf("one\ntwo {{ .a");
  assert.equal([flaw.line, flaw.column, flaw.code], [2, 5, "Syntax"]);
  assert.match(flaw.message, /not closed/);
});

test("joins the texts around a comment", () => {
  assert.equal(lexTemplate("a{{/* c */}}b"), { kind: "pieces", pieces: [{ kind: "text", text: "ab" }] });
});

test("refuses a template that is too long", () => {
  assert.is(lexTemplate("x".repeat(MAX_TEMPLATE_UNITS)).kind, "pieces");
  assert.is(flawOf("x".repeat(MAX_TEMPLATE_UNITS + 1)).code, "TemplateTooLarge");
});

test("refuses more actions than the bound", () => {
  assert.is(lexTemplate("{{1}}".repeat(MAX_ACTIONS)).kind, "pieces");
  assert.is(flawOf("{{1}}".repeat(MAX_ACTIONS + 1)).code, "TemplateTooLarge");
});

test("refuses more terms than the bound", () => {
  assert.is(lexTemplate(`{{${".a".repeat(MAX_TERMS)}}}`).kind, "pieces");
  assert.is(flawOf(`{{${".a".repeat(MAX_TERMS + 1)}}}`).code, "TemplateTooLarge");
});

function flawOf(template: string): TemplateFlaw {
  const lexed = lexTemplate(template);
  if (!isFlaw(lexed)) throw new Error(`${template.slice(0, 80)} is not refused`);
  return lexed;
}

/** Renders templates whose actions are literals in at most some parentheses: enough to see what is trimmed. */
function textOf(template: string): string | undefined {
  const lexed = lexTemplate(template);
  if (isFlaw(lexed)) return undefined;
  const texts = lexed.pieces.map((piece) => {
    if (piece.kind === "text") return piece.text;
    const value = piece.tokens.find((token) => token.kind === "literal")?.value;
    return value === undefined ? undefined : String(value);
  });
  return texts.includes(undefined) ? undefined : texts.join("");
}

test.run();
