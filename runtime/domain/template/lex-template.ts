import { closingDelimiterAt, lexAction } from "./lex-action.ts";
import type { Span } from "./template.ts";
import { flawAt, isFlaw, syntaxFlaw, type TemplateFlaw, TemplateFlawCode } from "./template-flaw.ts";
import { MAX_ACTIONS, MAX_TEMPLATE_UNITS, MAX_TERMS } from "./template-limits.ts";
import { isSpaceAt, type Token } from "./token.ts";

/** Text, or the tokens of an action. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "action"; readonly tokens: readonly Token[]; readonly span: Span };

/** The pieces of a template in order. */
export type LexedTemplate = { readonly kind: "pieces"; readonly pieces: readonly Piece[] };

/**
 * Splits a template into text and actions in one pass, with Go's rules for comments and trimming: `{{- ` takes
 * the white space before it, ` -}}` the white space after it, up to the next action and not beyond.
 */
export function lexTemplate(source: string): LexedTemplate | TemplateFlaw {
  if (source.length > MAX_TEMPLATE_UNITS) return tooLarge(source, MAX_TEMPLATE_UNITS, templateIsTooLong);
  const pieces: Piece[] = [];
  let actions = 0;
  let terms = 0;
  let at = 0;
  for (let open = source.indexOf("{{"); open >= 0; open = source.indexOf("{{", at)) {
    const marked = lexMarked(source, open);
    if (isFlaw(marked)) return marked;
    addText(pieces, source.slice(at, marked.trimsBefore ? endOfText(source, at, open) : open));
    if (marked.kind === "action") {
      pieces.push({ kind: "action", tokens: marked.tokens, span: { start: open, end: marked.end } });
      actions++;
      terms += countTerms(marked.tokens);
    }
    if (actions > MAX_ACTIONS || terms > MAX_TERMS) return tooLarge(source, open, templateHasTooMuch);
    at = marked.trimsAfter ? startOfText(source, marked.end) : marked.end;
  }
  addText(pieces, source.slice(at));
  return { kind: "pieces", pieces };
}

const templateIsTooLong = `the template is longer than ${MAX_TEMPLATE_UNITS} units: shorten it`;
const templateHasTooMuch = `the template has more than ${MAX_ACTIONS} actions or ${MAX_TERMS} terms: split it into several`;

/** What stands between `{{` and `}}`, and which white space around it goes. */
type Marked = { readonly end: number; readonly trimsBefore: boolean; readonly trimsAfter: boolean } & (
  | { readonly kind: "action"; readonly tokens: readonly Token[] }
  | { readonly kind: "comment" }
);

function lexMarked(source: string, open: number): Marked | TemplateFlaw {
  const trimsBefore = source[open + 2] === "-" && isSpaceAt(source, open + 3);
  const start = open + (trimsBefore ? 4 : 2);
  if (source.startsWith("/*", start)) return lexComment(source, open, start, trimsBefore);
  const lexed = lexAction(source, open, start);
  return isFlaw(lexed) ? lexed : { ...lexed, kind: "action", trimsBefore };
}

function lexComment(
  source: string,
  open: number,
  start: number,
  trimsBefore: boolean,
): Marked | TemplateFlaw {
  const close = source.indexOf("*/", start + 2);
  const mark = { start: open, end: open + 2 };
  if (close < 0) return syntaxFlaw(source, mark, 'the comment is not closed: end it with "*/}}"');
  const delimiter = closingDelimiterAt(source, close + 2);
  if (delimiter === undefined)
    return syntaxFlaw(source, mark, 'the comment must fill its action: end it with "*/}}" or "*/ -}}"');
  return { kind: "comment", trimsBefore, ...delimiter };
}

/** Adds text. What a comment separated becomes one text again: trimming has already been done on each side. */
function addText(pieces: Piece[], text: string): void {
  const last = pieces.at(-1);
  if (text === "") return;
  if (last?.kind === "text") pieces[pieces.length - 1] = { kind: "text", text: last.text + text };
  else pieces.push({ kind: "text", text });
}

function endOfText(source: string, from: number, open: number): number {
  let end = open;
  while (end > from && isSpaceAt(source, end - 1)) end--;
  return end;
}

function startOfText(source: string, from: number): number {
  let start = from;
  while (isSpaceAt(source, start)) start++;
  return start;
}

function countTerms(tokens: readonly Token[]): number {
  return tokens.reduce((sum, token) => sum + (token.kind === "path" ? token.segments.length : 1), 0);
}

function tooLarge(source: string, at: number, message: string): TemplateFlaw {
  return flawAt(source, { start: at, end: at + 2 }, TemplateFlawCode.templateTooLarge, message);
}
