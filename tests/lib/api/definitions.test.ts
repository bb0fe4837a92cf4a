import { suite } from "uvu";
import * as assert from "uvu/assert";
import { z } from "zod";
import { DEFINITIONS } from "../../../lib/api/definitions.ts";

const test = suite("DEFINITIONS");

type Node = {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly additionalProperties?: Node | boolean;
  readonly enum?: readonly unknown[];
  readonly [bound: string]: unknown;
};

/** Every node of a schema, with its path. */
function* nodes(node: Node, path: string): Generator<readonly [path: string, node: Node]> {
  yield [path, node];
  for (const [key, child] of Object.entries(node.properties ?? {})) yield* nodes(child, `${path}.${key}`);
  if (node.items !== undefined) yield* nodes(node.items, `${path}[]`);
  if (typeof node.additionalProperties === "object") yield* nodes(node.additionalProperties, `${path}.*`);
}

const BOUND: Readonly<Record<string, string>> = {
  array: "maxItems",
  string: "maxLength",
  integer: "maximum",
};

function isBounded(node: Node): boolean {
  if (node.enum !== undefined || node["format"] === "date-time") return true;
  if (node.type === "object" && node.properties === undefined) return node["maxProperties"] !== undefined;
  const bound = BOUND[node.type ?? ""];
  return bound === undefined || node[bound] !== undefined;
}

for (const definition of DEFINITIONS) {
  for (const part of ["spec", "status"] as const) {
    const schema = z.toJSONSchema(definition[part], { io: "input", unrepresentable: "any" }) as Node;

    test(`bounds every list, map, text and number of an ${definition.kind}'s ${part}`, () => {
      const unbounded = [...nodes(schema, part)].filter(([, node]) => !isBounded(node)).map(([path]) => path);
      assert.equal(unbounded, []);
    });

    test(`describes every field of an ${definition.kind}'s ${part}`, () => {
      const silent = [...nodes(schema, part)]
        .filter(([path, node]) => path !== part && !/(\[\]|\*)$/.test(path) && !node.description)
        .map(([path]) => path);
      assert.equal(silent, []);
    });
  }

  test(`names an ${definition.kind} in ways that fit together`, () => {
    assert.is(definition.singular, definition.kind.toLowerCase());
    assert.is(definition.plural, `${definition.singular}s`);
    assert.is(definition.columns.at(-1)?.name, "Age");
  });
}

test("gives no two kinds one name", () => {
  const names = DEFINITIONS.flatMap(({ kind, plural, singular, shortNames }) => [
    kind,
    plural,
    singular,
    ...shortNames,
  ]);
  assert.is(new Set(names).size, names.length);
});

test.run();
