/** What is wrong with one field, in the terms of the API server's `Status.details.causes`. */
export type FieldFlaw = {
  /** Path from the object's root, such as `spec.targets[0].team`; empty for the object as a whole. */
  readonly field: string;
  readonly reason: FlawReason;
  readonly message: string;
};

/** Reasons of a {@link FieldFlaw}, as `metav1.CauseType` spells them. */
export const FlawReason = {
  required: "FieldValueRequired",
  invalid: "FieldValueInvalid",
  wrongType: "FieldValueTypeInvalid",
  notSupported: "FieldValueNotSupported",
  tooLong: "FieldValueTooLong",
  tooMany: "FieldValueTooMany",
  duplicate: "FieldValueDuplicate",
  forbidden: "FieldValueForbidden",
} as const;
export type FlawReason = (typeof FlawReason)[keyof typeof FlawReason];

/** A flaw of a field whose value is not what it has to be. */
export function invalidField(field: string, value: unknown, detail: string): FieldFlaw {
  return { field, reason: FlawReason.invalid, message: `Invalid value: ${excerpt(value)}: ${detail}` };
}

/** A flaw of a field that has to be there and is not. */
export function missingField(field: string, detail?: string): FieldFlaw {
  const message = detail === undefined ? "Required value" : `Required value: ${detail}`;
  return { field, reason: FlawReason.required, message };
}

/** A flaw of a field whose value has the wrong JSON type. */
export function mistypedField(field: string, value: unknown, expected: string): FieldFlaw {
  const message = `Invalid value: ${excerpt(value)}: must be of type ${expected}`;
  return { field, reason: FlawReason.wrongType, message };
}

/** Longest part of a value that a message repeats. */
const MAX_EXCERPT_LENGTH = 64;

/** The value as a message shows it: short, and structures by their type alone, as the API server does. */
export function excerpt(value: unknown): string {
  if (Array.isArray(value)) return '"array"';
  if (typeof value === "object" && value !== null) return '"object"';
  const text = JSON.stringify(value) ?? "undefined";
  if (text.length <= MAX_EXCERPT_LENGTH) return text;
  return `${text.slice(0, MAX_EXCERPT_LENGTH).toWellFormed()}…`;
}
