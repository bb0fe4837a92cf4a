import { type ApiError, ApiErrorReason, invalidOption, ApiError as Refusal } from "./api-error.ts";
import type { IncludedObject } from "./table.ts";

/** What `fieldValidation` asks for where an object has fields that its kind does not. */
export type FieldValidation = "Ignore" | "Warn" | "Strict";

const FIELD_VALIDATIONS: readonly string[] = ["Ignore", "Warn", "Strict"];
const INCLUDED_OBJECTS: readonly string[] = ["None", "Metadata", "Object"];

/** How `fieldValidation` was set; Warn where it was not, as on the API server. */
export function fieldValidationOf(query: URLSearchParams): FieldValidation {
  const value = query.get("fieldValidation") ?? "";
  if (value === "") return "Warn";
  if (FIELD_VALIDATIONS.includes(value)) return value as FieldValidation;
  throw unsupported("CreateOptions", "fieldValidation", FIELD_VALIDATIONS);
}

/** Whether a write is to change nothing. */
export function isDryRun(query: URLSearchParams): boolean {
  return isDryRunList(query.getAll("dryRun"));
}

/** Whether `dryRun`, which is a list of stages, asks for a dry run; there is no stage but All. */
export function isDryRunList(stages: readonly unknown[]): boolean {
  const named = stages.filter((stage) => stage !== "");
  if (named.some((stage) => stage !== "All")) throw unsupported("CreateOptions", "dryRun", ["All"]);
  return named.length > 0;
}

/** How much of each object a table's rows are to carry. */
export function includedObjectOf(query: URLSearchParams): IncludedObject {
  const value = query.get("includeObject") ?? "";
  if (value === "") return "Metadata";
  if (INCLUDED_OBJECTS.includes(value)) return value as IncludedObject;
  throw unsupported("TableOptions", "includeObject", INCLUDED_OBJECTS);
}

/** A flag as the API server reads it: absent is no, and so are `0` and `false`; all else is yes. */
export function flagOf(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && value !== "0" && value.toLowerCase() !== "false";
}

/** A whole number that is not negative, or undefined where it is absent. Throws BadRequest. */
export function countOf(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name) ?? "";
  if (value === "") return undefined;
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new Refusal(ApiErrorReason.badRequest, `${name} must be a whole number that is not negative`);
}

function unsupported(options: string, field: string, supported: readonly string[]): ApiError {
  const values = supported.map((value) => JSON.stringify(value)).join(", ");
  return invalidOption(options, field, `Unsupported value: supported values: ${values}`);
}
