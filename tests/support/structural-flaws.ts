import { RE2JS } from "re2js";

/** A node of any JSON schema, as loosely as a test needs it. */
export type SchemaNode = { readonly [keyword: string]: unknown } & {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode;
  readonly items?: SchemaNode;
};

/**
 * Keywords that Tocsin's schemas may have, by type. What is not here (unions, `$ref`, `not`, nullable, `x-kubernetes-
 * preserve-unknown-fields`, …) is refused by the API server, prunes less, or costs more.
 */
const ANYWHERE = ["type", "description", "default", "x-kubernetes-validations"];
const BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  object: ["properties", "additionalProperties", "required", "minProperties", "maxProperties"],
  array: ["items", "minItems", "maxItems", "x-kubernetes-list-type", "x-kubernetes-list-map-keys"],
  string: ["enum", "format", "pattern", "minLength", "maxLength"],
  integer: ["format", "minimum", "maximum"],
  boolean: [],
};

/** Visits a schema's nodes with their paths, from the root on. */
export function* nodesOf(node: SchemaNode, path = ""): Generator<readonly [string, SchemaNode]> {
  yield [path, node];
  for (const [name, child] of Object.entries(node.properties ?? {})) yield* nodesOf(child, `${path}.${name}`);
  if (node.items) yield* nodesOf(node.items, `${path}[]`);
  if (node.additionalProperties) yield* nodesOf(node.additionalProperties, `${path}{}`);
}

/**
 * Says why the API server would not take a schema for a structural one, by the rules of apiextensions-apiserver
 * (`schema.ValidateStructural` and `ValidateCustomResourceDefinitionOpenAPISchema`), one line a flaw.
 */
export function structuralFlaws(root: SchemaNode): string[] {
  const flaws = [...nodesOf(root)].flatMap(([path, node]) =>
    NODE_RULES.flatMap((rule) => rule(node)).map((flaw) => `${path}: ${flaw}`),
  );
  const metadata = JSON.stringify(root.properties?.["metadata"]);
  if (metadata !== '{"type":"object"}') flaws.push(`.metadata: must be {"type":"object"} and no more`);
  if (root.type !== "object" || root.additionalProperties) flaws.push(": the root must be a plain object");
  return flaws;
}

const NODE_RULES: readonly ((node: SchemaNode) => string[])[] = [
  keywordIsForbidden,
  shapeIsIncomplete,
  requiredIsUnknown,
  patternIsNoRe2,
  defaultIsOfAnotherType,
  listMapKeysAreWrong,
  validationIsMalformed,
];

function keywordIsForbidden({ type, ...node }: SchemaNode): string[] {
  const allowed = BY_TYPE[type ?? ""];
  if (allowed === undefined) return [`type ${type} is not one of ${Object.keys(BY_TYPE).join(", ")}`];
  return Object.keys(node)
    .filter((keyword) => !ANYWHERE.includes(keyword) && !allowed.includes(keyword))
    .map((keyword) => `${keyword} has no place in type ${type}`);
}

function shapeIsIncomplete(node: SchemaNode): string[] {
  if (node.type === "array" && node.items === undefined) return ["an array needs items"];
  if (node.properties && node.additionalProperties)
    return ["properties and additionalProperties exclude each other"];
  return [];
}

function requiredIsUnknown(node: SchemaNode): string[] {
  const required = (node["required"] ?? []) as readonly string[];
  return required
    .filter((name) => node.properties?.[name] === undefined)
    .map((name) => `required ${name} is no property`);
}

function patternIsNoRe2(node: SchemaNode): string[] {
  if (node["pattern"] === undefined) return [];
  try {
    RE2JS.compile(String(node["pattern"]));
    return [];
  } catch (error) {
    return [`pattern ${node["pattern"]} is not RE2: ${error}`];
  }
}

/** A default is checked one level deep: its own members are pruned and completed by their schemas. */
function defaultIsOfAnotherType(node: SchemaNode): string[] {
  const value = node["default"];
  if (value === undefined) return [];
  const type = Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;
  if (type !== node.type) return [`default is ${type}, not ${node.type}`];
  if (type !== "object") return [];
  return Object.keys(value as object)
    .filter((name) => node.properties?.[name] === undefined)
    .map((name) => `default has ${name}, which is no property and would be pruned`);
}

function listMapKeysAreWrong(node: SchemaNode): string[] {
  const keys = (node["x-kubernetes-list-map-keys"] ?? []) as readonly string[];
  if (node["x-kubernetes-list-type"] !== "map")
    return keys.length === 0 ? [] : ["map keys need list type map"];
  if (keys.length === 0) return ["list type map needs map keys"];
  const required = (node.items?.["required"] ?? []) as readonly string[];
  return keys.flatMap((key) => {
    const property = node.items?.properties?.[key];
    if (property === undefined || property.type === "object" || property.type === "array")
      return [`map key ${key} is no scalar property of the items`];
    return required.includes(key) || property["default"] !== undefined
      ? []
      : [`map key ${key} must be required or have a default`];
  });
}

function validationIsMalformed(node: SchemaNode): string[] {
  const validations = (node["x-kubernetes-validations"] ?? []) as readonly {
    rule: string;
    message: string;
  }[];
  return validations.flatMap(({ rule, message }) => [
    ...(rule.trim() === "" ? ["a validation has no rule"] : []),
    ...(message.trim() === "" || message.includes("\n") ? ["a validation's message must be one line"] : []),
  ]);
}
