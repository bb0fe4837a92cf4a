import type { z } from "zod";
import { CATEGORY, GROUP, VERSION } from "./group.ts";
import type { KubeObject } from "./object.ts";
import type { ResourceType } from "./resource-type.ts";
import type { Rule } from "./rule.ts";

/** A column that `kubectl get` prints; `priority` 1 shows with `-o wide` alone. */
export type PrinterColumn = {
  readonly name: string;
  readonly type: "string" | "integer" | "date" | "boolean";
  readonly jsonPath: string;
  readonly description: string;
  readonly priority?: number;
};

/** All that is known of one Tocsin kind: the source of its CRD, its types and its validation. */
export type ResourceDefinition<T extends KubeObject = KubeObject> = ResourceType<T> & {
  readonly categories: readonly string[];
  readonly description: string;
  readonly spec: z.ZodType;
  readonly status: z.ZodType;
  readonly columns: readonly PrinterColumn[];
  readonly rules: readonly Rule[];
};

type KindFacts = Pick<
  ResourceDefinition,
  "kind" | "plural" | "singular" | "shortNames" | "description" | "spec" | "status" | "columns" | "rules"
>;

/** Defines a namespaced kind of Tocsin's group with a status subresource. */
export function defineResource<T extends KubeObject>(
  facts: KindFacts & { kind: T["kind"] },
): ResourceDefinition<T> {
  return {
    ...facts,
    group: GROUP,
    version: VERSION,
    isNamespaced: true,
    hasStatus: true,
    categories: [CATEGORY],
  };
}
