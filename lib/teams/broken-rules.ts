import type { ResourceDefinition } from "../api/resource-definition.ts";
import type { Rule } from "../api/rule.ts";

/**
 * What a kind's schema and rules say against a new object, one line a flaw. This is what the API server would
 * answer to its creation.
 */
export function brokenRules(definition: ResourceDefinition, object: { readonly spec?: unknown }): string[] {
  const { success, data, error } = definition.spec.safeParse(object.spec);
  if (!success) return error.issues.map(({ path, message }) => `${["spec", ...path].join(".")}: ${message}`);
  const complete = { ...object, spec: data };
  return definition.rules
    .filter((rule) => !rule.cel.includes("oldSelf"))
    .flatMap((rule) =>
      nodesAt(complete, rule.path)
        .filter((node) => !rule.holds(node as never))
        .map(() => (rule.path.length === 0 ? rule.message : `${rule.path.join(".")}: ${rule.message}`)),
    );
}

function nodesAt(node: unknown, path: Rule["path"]): readonly unknown[] {
  const [segment, ...rest] = path;
  if (segment === undefined) return node === undefined ? [] : [node];
  if (typeof node !== "object" || node === null) return [];
  if (segment === "*") return Object.values(node).flatMap((child) => nodesAt(child, rest));
  return nodesAt((node as Readonly<Record<string, unknown>>)[segment], rest);
}
