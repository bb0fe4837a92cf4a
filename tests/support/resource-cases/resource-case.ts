import type { ResourceDefinition } from "../../../lib/api/resource-definition.ts";

/**
 * One write and what becomes of it. A case holds for the standalone store and for a real API server alike:
 * nothing in it depends on which of them judges.
 */
export type ResourceCase = {
  /** A sentence in the present: what the kind does with this. */
  readonly name: string;
  /** The object's name; `subject` when absent. */
  readonly objectName?: string;
  readonly spec?: unknown;
  /** A status to write to a valid object; no spec is looked at then. */
  readonly status?: unknown;
  /** The spec of an object that is there already, and that this write replaces. */
  readonly replaces?: unknown;
  /** What the spec (or the status) is stored as, where that is worth saying. */
  readonly becomes?: unknown;
  /** Fields that the refusal names; an empty field is the object as a whole. Absent: the write is valid. */
  readonly flaws?: readonly string[];
};

/** The cases of one kind, with a spec that is valid and as small as can be. */
export type KindCases = {
  readonly definition: ResourceDefinition;
  readonly minimalSpec: unknown;
  readonly cases: readonly ResourceCase[];
};

/** A text of `length` characters that each take two UTF-16 units: only code points count. */
export function wideText(length: number): string {
  return "🔔".repeat(length);
}

/** An object of `count` entries, each with the same value. */
export function entries(count: number, value: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, value]));
}

/** A list of `count` copies. */
export function copies<T>(count: number, item: T): readonly T[] {
  return Array.from({ length: count }, () => item);
}
