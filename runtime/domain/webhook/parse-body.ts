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

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
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

/** Goes down level by level, so that depth costs no stack. */
function isDeeperThan(value: TemplateValue, max: number): boolean {
  let level: readonly TemplateValue[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > max) return true;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return false;
}
