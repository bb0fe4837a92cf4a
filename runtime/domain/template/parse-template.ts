import { lexTemplate } from "./lex-template.ts";
import { parseAction } from "./parse-action.ts";
import type { Template } from "./template.ts";
import { isFlaw, type TemplateFlaw } from "./template-flaw.ts";

/**
 * Parses a template of the Go subset: text, actions `{{ pipeline }}`, comments, `{{- ` and ` -}}` trims; field
 * paths, text in double quotes, decimal numbers, booleans, parentheses and the functions of
 * template-functions.ts. A template that can't be parsed gives its first syntax error; nothing is thrown.
 */
export function parseTemplate(source: string): Template | TemplateFlaw {
  const lexed = lexTemplate(source);
  if (isFlaw(lexed)) return lexed;
  const parts: Template["parts"][number][] = [];
  for (const piece of lexed.pieces) {
    if (piece.kind === "text") {
      parts.push(piece);
      continue;
    }
    const expression = parseAction(source, piece.tokens, piece.span);
    if (isFlaw(expression)) return expression;
    parts.push({ kind: "action", expression });
  }
  return { kind: "template", source, parts };
}
