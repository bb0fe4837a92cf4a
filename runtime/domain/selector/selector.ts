/** What an object has to be like to be selected. */
export type Requirement = {
  /** A label's key or a field's path. */
  readonly key: string;
  readonly operator: "in" | "notIn" | "exists" | "doesNotExist";
  readonly values: readonly string[];
};

/** A parsed selector, or what is wrong with its text. */
export type ParsedSelector =
  | { readonly requirements: readonly Requirement[]; readonly flaw?: undefined }
  | { readonly flaw: string; readonly requirements?: undefined };

/** Longest text of a selector, in UTF-16 units. */
export const MAX_SELECTOR_LENGTH = 16_384;
/** Most requirements of a selector. */
export const MAX_REQUIREMENTS = 64;

/** Whether all requirements are met by the values that `read` knows; `notIn` is met by an absent one. */
export function meets(
  requirements: readonly Requirement[],
  read: (key: string) => string | undefined,
): boolean {
  return requirements.every(({ key, operator, values }) => {
    const value = read(key);
    if (operator === "exists") return value !== undefined;
    if (operator === "doesNotExist") return value === undefined;
    const isIn = value !== undefined && values.includes(value);
    return operator === "in" ? isIn : !isIn;
  });
}
