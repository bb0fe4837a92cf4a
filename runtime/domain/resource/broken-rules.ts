import type { Rule } from "../../../lib/api/rule.ts";
import { type FieldFlaw, invalidField } from "./field-flaw.ts";
import { isJsonObject, type JsonObject } from "./json-object.ts";
import { fieldPath } from "./schema-flaws.ts";

type Node = { readonly path: readonly PropertyKey[]; readonly value: unknown };

/** Runs the rules of a kind on an object that its schema has found valid; `old` is what it replaces. */
export function brokenRules(
  rules: readonly Rule[],
  object: JsonObject,
  old: JsonObject | undefined,
): readonly FieldFlaw[] {
  const flaws: FieldFlaw[] = [];
  for (const rule of rules) {
    for (const node of nodesAt(object, rule.path)) {
      if (!holds(rule, node, old)) flaws.push(invalidField(fieldPath(node.path), node.value, rule.message));
    }
  }
  return flaws;
}

/** A transition rule needs the node as it was; the items of a list have no identity, so they have none. */
function holds(rule: Rule, node: Node, old: JsonObject | undefined): boolean {
  if (!rule.cel.includes("oldSelf")) return rule.holds(node.value as never);
  if (old === undefined || rule.path.includes("*")) return true;
  const [before] = nodesAt(old, rule.path);
  return before === undefined || rule.holds(node.value as never, before.value as never);
}

/** The nodes that a rule hangs on; none where a field on the way is absent. */
function nodesAt(root: JsonObject, path: readonly string[]): readonly Node[] {
  let nodes: Node[] = [{ path: [], value: root }];
  for (const part of path) nodes = nodes.flatMap((node) => (part === "*" ? items(node) : field(node, part)));
  return nodes;
}

function items(node: Node): Node[] {
  if (!Array.isArray(node.value)) return [];
  return node.value.map((value: unknown, index) => ({ path: [...node.path, index], value }));
}

function field(node: Node, key: string): Node[] {
  if (!isJsonObject(node.value)) return [];
  const value = Object.hasOwn(node.value, key) ? node.value[key] : undefined;
  return value === undefined ? [] : [{ path: [...node.path, key], value }];
}
