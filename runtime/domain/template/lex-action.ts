import { lexNumber } from "./lex-number.ts";
import { lexPath } from "./lex-path.ts";
import { lexString } from "./lex-string.ts";
import { isFlaw, syntaxFlaw, type TemplateFlaw } from "./template-flaw.ts";
import { isSpaceAt, type Token } from "./token.ts";

/** The tokens of an action and where the text after it begins. */
export type LexedAction = {
  readonly kind: "lexed";
  readonly tokens: readonly Token[];
  /** Offset behind `}}`. */
  readonly end: number;
  /** Whether it ends in ` -}}`, which takes the white space after it. */
  readonly trimsAfter: boolean;
};

/**
 * Reads an action from an offset inside it up to its `}}`. A `}}` inside quotes does not end it.
 *
 * @param open Offset of its `{{`, for errors about the action as a whole.
 */
export function lexAction(source: string, open: number, start: number): LexedAction | TemplateFlaw {
  const tokens: Token[] = [];
  let at = start;
  let isSpaced = true;
  for (;;) {
    const delimiter = closingDelimiterAt(source, at);
    if (delimiter !== undefined) return { kind: "lexed", tokens, ...delimiter };
    if (at >= source.length)
      return syntaxFlaw(source, { start: open, end: open + 2 }, 'the action is not closed: end it with "}}"');
    if (isSpaceAt(source, at)) {
      isSpaced = true;
      at++;
      continue;
    }
    const token = lexToken(source, at);
    if (isFlaw(token)) return token;
    if (!isSpaced && touches(tokens.at(-1), token)) return touchingFlaw(source, token);
    tokens.push(token);
    at = token.span.end;
    isSpaced = false;
  }
}

/** Finds `}}` or ` -}}` at an offset. The space of ` -}}` is a part of it, as in Go. */
export function closingDelimiterAt(
  source: string,
  at: number,
): { readonly end: number; readonly trimsAfter: boolean } | undefined {
  if (source.startsWith("}}", at)) return { end: at + 2, trimsAfter: false };
  if (isSpaceAt(source, at) && source.startsWith("-}}", at + 1)) return { end: at + 4, trimsAfter: true };
  return undefined;
}

const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;

function lexToken(source: string, at: number): Token | TemplateFlaw {
  const unit = source[at] ?? "";
  if (unit === "(" || unit === ")" || unit === "|") return { kind: unit, span: { start: at, end: at + 1 } };
  if (unit === '"') return lexString(source, at);
  if (unit === ".") return lexPath(source, at);
  if (/[0-9+-]/.test(unit)) return lexNumber(source, at);
  WORD.lastIndex = at;
  const word = WORD.exec(source)?.[0];
  if (word === undefined) return strangeCharacterFlaw(source, at);
  const span = { start: at, end: at + word.length };
  if (word === "true" || word === "false") return { kind: "literal", value: word === "true", span };
  return { kind: "word", word, span };
}

const ADVICE: ReadonlyMap<string, string> = new Map([
  ["`", 'text in backticks is not supported: write it in double quotes, like "text"'],
  ["'", 'single quotes are not supported: write text in double quotes, like "text"'],
  ["$", "variables are not supported: name the field itself, like .trigger.name"],
  [
    "/",
    'a comment must fill its action: "{{/*" and "*/}}" without a space between, or "{{- /*" and "*/ -}}"',
  ],
  ["{", 'an action can\'t stand in another one: close it with "}}" first'],
  ["}", 'an action ends with two braces: "}}"'],
]);

function strangeCharacterFlaw(source: string, at: number): TemplateFlaw {
  const code = source.codePointAt(at) ?? 0;
  const span = { start: at, end: at + (code > 0xffff ? 2 : 1) };
  const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const message =
    ADVICE.get(source[at] ?? "") ??
    `the character ${name} means nothing here: write a field like .trigger.name, a function, or text in quotes`;
  return syntaxFlaw(source, span, message);
}

function touches(previous: Token | undefined, token: Token): boolean {
  const opens = previous === undefined || previous.kind === "(" || previous.kind === "|";
  return !opens && token.kind !== ")" && token.kind !== "|";
}

function touchingFlaw(source: string, token: Token): TemplateFlaw {
  const message =
    token.kind === "path"
      ? 'a field can\'t follow here without a space: to look into a result, write index (…) "key"'
      : "there is no space before this: put one between a function and its arguments";
  return syntaxFlaw(source, token.span, message);
}
