import { suite } from "uvu";
import * as assert from "uvu/assert";
import { lexAction } from "../../../../runtime/domain/template/lex-action.ts";

const test = suite("lexAction");

test("reads every kind of token, each with its place", () => {
  const lexed = lexAction('{{ (upper .a)|index "}}" true 1 -}} x', 0, 2);
  if (lexed.kind !== "lexed") throw new Error(lexed.message);
  assert.equal(
    lexed.tokens.map((token) => [token.kind, token.span.start]),
    [
      ["(", 3],
      ["word", 4],
      ["path", 10],
      [")", 12],
      ["|", 13],
      ["word", 14],
      ["literal", 20],
      ["literal", 25],
      ["literal", 30],
    ],
  );
  assert.is(lexed.trimsAfter, true);
  assert.is(lexed.end, 35);
});

test("blames the opening braces of an action that is never closed", () => {
  const flaw = lexAction("ab {{ .a }", 3, 5);
  assert.is(flaw.kind === "flaw" ? flaw.column : undefined, 10, "the single brace is the first fault");
  const open = lexAction("ab {{ .a ", 3, 5);
  assert.is(open.kind === "flaw" ? open.column : undefined, 4);
});

test("reads a very long action in one pass", () => {
  const lexed = lexAction(`{{${" ".repeat(50_000)}"${'\\"'.repeat(5_000)}"}}`, 0, 2);
  assert.is(lexed.kind, "lexed");
});

test.run();
