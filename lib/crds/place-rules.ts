import type { Rule } from "../api/rule.ts";
import type { StructuralSchema, Validation } from "../api/structural-schema.ts";

/**
 * Hangs each rule's CEL on the node that its path names, and returns the schema with them.
 * @throws Error when a path leads to no node: a rule that is never run must not pass for one that holds.
 */
export function placeRules(schema: StructuralSchema, rules: readonly Rule[]): StructuralSchema {
  return rules.reduce((placed, rule) => placeRule(placed, rule, 0), schema);
}

function placeRule(node: StructuralSchema, rule: Rule, depth: number): StructuralSchema {
  const segment = rule.path[depth];
  if (segment === undefined) return withValidation(node, { rule: rule.cel, message: rule.message });
  if (segment === "*" && node.items) return { ...node, items: placeRule(node.items, rule, depth + 1) };
  if (segment === "*" && node.additionalProperties)
    return { ...node, additionalProperties: placeRule(node.additionalProperties, rule, depth + 1) };
  const child = node.properties?.[segment];
  if (child === undefined)
    throw new Error(`rule "${rule.message}": the schema has no node at .${rule.path.join(".")}`);
  return { ...node, properties: { ...node.properties, [segment]: placeRule(child, rule, depth + 1) } };
}

function withValidation(node: StructuralSchema, validation: Validation): StructuralSchema {
  return { ...node, "x-kubernetes-validations": [...(node["x-kubernetes-validations"] ?? []), validation] };
}
