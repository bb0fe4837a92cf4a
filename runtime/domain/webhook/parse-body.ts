import { isMap, type TemplateValue } from "../template/template-value.ts";

/** Deepest nesting of a webhook's body. */
export const MAX_BODY_DEPTH = 64;

/** A webhook's body, or what is wrong with it. */
export type ParsedBody =
  | { readonly body: { readonly [key: string]: TemplateValue }; readonly problem?: undefined }
  | { readonly problem: string; readonly body?: undefined };

/** Reads a webhook's body: a JSON object in UTF-8 (RFC 8259), whatever its Content-Type says; nothing at all is `{}`. */
export function parseBody(bytes: Uint8Array): ParsedBody {
  if (bytes.length === 0) return { body: {} };
  const text = decode(bytes);
  if (text === undefined) return { problem: "the body is not valid UTF-8" };
  if (text.trim() === "") return { body: {} };
  if (isDeeperThan(text, MAX_BODY_DEPTH))
    return { problem: `the body nests deeper than ${MAX_BODY_DEPTH} levels` };
  const value = parse(text);
  if (value === undefined) return { problem: "the body is not valid JSON" };
  return isMap(value) ? { body: value } : { problem: "the body is not a JSON object; send one, such as {}" };
}

/** Keeps nothing from one body to the next: none is decoded as a stream. */
const decoder = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The parser's own message quotes the body, so it is not passed on. */
function parse(text: string): TemplateValue | undefined {
  try {
    return JSON.parse(text) as TemplateValue;
  } catch {
    return undefined;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether brackets outside strings nest deeper than `max`. Counted on the text, before anything is built from it;
 * what is no JSON may be judged either way.
 */
function isDeeperThan(text: string, max: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) isInString = !isInString;
    else if (isInString) at += unit === BACKSLASH ? 1 : 0;
    else if (isOpening(unit) && ++depth > max) return true;
    else if (isClosing(unit)) depth -= 1;
  }
  return false;
}

function isOpening(unit: number): boolean {
  return unit === 0x7b || unit === 0x5b;
}

function isClosing(unit: number): boolean {
  return unit === 0x7d || unit === 0x5d;
}
