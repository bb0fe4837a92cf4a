import type { z } from "zod";
import {
  excerpt,
  type FieldFlaw,
  FlawReason,
  invalidField,
  missingField,
  mistypedField,
} from "./field-flaw.ts";

/** Says what a schema found wrong with a value, field by field, in the API server's terms. */
export function schemaFlaws(error: z.ZodError, root: unknown, isSecret: boolean): readonly FieldFlaw[] {
  return error.issues.map((issue) => {
    const value = valueAt(root, issue.path);
    if (value === undefined) return missingField(fieldPath(issue.path));
    return flawOf(issue, isSecret && !Array.isArray(value) ? HIDDEN : value);
  });
}

/** Stands in messages for a value that is secret. */
const HIDDEN = "<hidden>";

function flawOf(issue: z.core.$ZodIssue, value: unknown): FieldFlaw {
  const field = fieldPath(issue.path);
  switch (issue.code) {
    case "invalid_type":
      return mistypedField(field, value, typeName(issue.expected));
    case "invalid_value":
      return unsupported(field, value, issue.values);
    case "too_big":
      return tooBig(field, value, issue);
    case "too_small":
      return tooSmall(field, value, issue);
    default:
      return invalidField(field, value, issue.message);
  }
}

/** The path of a field as the API server writes it: `spec.targets[0].team`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else text += text === "" ? String(part) : `.${String(part)}`;
  }
  return text;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

function typeName(expected: string): string {
  if (expected === "int") return "integer";
  return expected === "record" ? "object" : expected;
}

function unsupported(field: string, value: unknown, values: readonly unknown[]): FieldFlaw {
  const supported = values.map((each) => JSON.stringify(each)).join(", ");
  const message = `Unsupported value: ${excerpt(value)}: supported values: ${supported}`;
  return { field, reason: FlawReason.notSupported, message };
}

function tooBig(field: string, value: unknown, issue: z.core.$ZodIssueTooBig): FieldFlaw {
  if (Array.isArray(value)) {
    const message = `Too many: ${value.length}: must have at most ${issue.maximum} items`;
    return { field, reason: FlawReason.tooMany, message };
  }
  return invalidField(field, value, `must be at most ${issue.maximum}`);
}

function tooSmall(field: string, value: unknown, issue: z.core.$ZodIssueTooSmall): FieldFlaw {
  const detail = Array.isArray(value)
    ? `must have at least ${issue.minimum} items`
    : `must be at least ${issue.minimum}`;
  return invalidField(field, value, detail);
}
