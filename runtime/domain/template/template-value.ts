/** What a template reads and inserts: JSON. */
export type TemplateValue =
  | string
  | number
  | boolean
  | null
  | readonly TemplateValue[]
  | { readonly [key: string]: TemplateValue };

/** The values that a template can name, by root: `{ trigger: … }` or `{ input: …, steps: … }`. */
export type TemplateData = { readonly [root: string]: TemplateValue };

/** Whether a value is a JSON object. */
export function isMap(value: TemplateValue): value is { readonly [key: string]: TemplateValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads an object's own property: no name reaches a prototype, a list's length or a string's methods. */
export function ownField(value: TemplateValue, name: string): TemplateValue | undefined {
  return isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Reads what a key (of an object) or a position from 0 (of a list) stands for. */
export function elementAt(value: TemplateValue, key: TemplateValue): TemplateValue | undefined {
  if (typeof key === "string") return ownField(value, key);
  if (typeof key !== "number" || !Array.isArray(value) || !Number.isInteger(key)) return undefined;
  return key >= 0 && key < value.length ? value[key] : undefined;
}

/** Whether `default` replaces the value, as in sprig: "", 0, false, null, and empty lists and objects. */
export function isEmpty(value: TemplateValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isMap(value) ? Object.keys(value).length === 0 : !value;
}

/** Writes a value as JSON; undefined where it is nested too deeply for that. */
export function jsonOf(value: TemplateValue): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // The stack ends at some thousand levels. Requests are bounded far below, other data may not be.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Writes a value as it is inserted: strings as they are, everything else as JSON. */
export function textOf(value: TemplateValue): string | undefined {
  return typeof value === "string" ? value : jsonOf(value);
}
