import type { Span } from "./template.ts";
import { syntaxFlaw, type TemplateFlaw } from "./template-flaw.ts";
import { isSpaceAt, type Token } from "./token.ts";

const SEGMENT = /\.([A-Za-z_][A-Za-z0-9_-]*)/y;
const AFTER_PATH = new Set([")", "(", "|", '"', undefined]);

/** Reads the field path that starts with the dot at an offset. */
export function lexPath(source: string, start: number): Token | TemplateFlaw {
  const segments: string[] = [];
  let at = start;
  while (source[at] === ".") {
    SEGMENT.lastIndex = at;
    const segment = SEGMENT.exec(source)?.[1];
    if (segment === undefined)
      return syntaxFlaw(source, spanOf(source, start, at + 1), messageAt(source, at));
    segments.push(segment);
    at += 1 + segment.length;
  }
  const span = { start, end: at };
  const isClosed = source.startsWith("}}", at);
  if (isClosed && source[at - 1] === "-")
    return syntaxFlaw(
      source,
      span,
      'the "-" reads as a part of the field\'s name: write " -}}" with a space before it',
    );
  if (!isClosed && !AFTER_PATH.has(source[at]) && !isSpaceAt(source, at))
    return syntaxFlaw(source, spanOf(source, start, at), nameMessage);
  return { kind: "path", segments, span };
}

const nameMessage =
  'the name of a field has letters, digits, "_" and "-" and begins with a letter or "_": reach others by index .field "any key"';

function messageAt(source: string, dot: number): string {
  const next = source[dot + 1];
  if (next !== undefined && /[0-9]/.test(next))
    return 'a field can\'t begin with a digit: write index .field 0 for a position, index .field "0a" for a key';
  if (next === undefined || isSpaceAt(source, dot + 1) || AFTER_PATH.has(next) || next === "}")
    return "a dot needs the name of a field after it, like .trigger.name";
  return nameMessage;
}

/** Takes the character at fault into the span, whole. */
function spanOf(source: string, start: number, at: number): Span {
  const width = (source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return { start, end: Math.min(source.length, at + width) };
}
