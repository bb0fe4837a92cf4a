import { NamespaceType } from "../../../lib/api/core-types.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import { kindsOf, type ServedKind } from "./served-kinds.ts";

/** What a path names: all objects of a kind, those of a namespace, one object, or its status. */
export type ResourceTarget = {
  readonly served: ServedKind;
  readonly namespace?: string;
  readonly name?: string;
  readonly isStatus: boolean;
};

/** Reads a path such as `/apis/tocsin.dev/v1alpha1/namespaces/default/agents/a/status`. */
export function parseResourcePath(path: string): ResourceTarget | undefined {
  const [empty, root, ...segments] = path.split("/").map(decoded);
  if (empty !== "" || segments.some((segment) => segment === undefined || segment === "")) return undefined;
  const parts = segments as string[];
  if (root === "api") return targetIn(kindsOf("", parts[0] ?? ""), parts.slice(1));
  if (root === "apis") return targetIn(kindsOf(parts[0] ?? "", parts[1] ?? ""), parts.slice(2));
  return undefined;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function targetIn(kinds: readonly ServedKind[], parts: readonly string[]): ResourceTarget | undefined {
  const [first, namespace, ...rest] = parts;
  const isScoped = first === NamespaceType.plural && namespace !== undefined && rest.length > 0;
  const target = isScoped ? targetOf(kinds, rest, namespace) : targetOf(kinds, parts);
  return target !== undefined && isServed(target) ? target : undefined;
}

function targetOf(
  kinds: readonly ServedKind[],
  [plural, name, subresource, ...surplus]: readonly string[],
  namespace?: string,
): ResourceTarget | undefined {
  const served = kinds.find(({ type }) => type.plural === plural);
  if (served === undefined || surplus.length > 0) return undefined;
  if (subresource !== undefined && subresource !== "status") return undefined;
  return {
    served,
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    isStatus: subresource !== undefined,
  };
}

/** Without a namespace there are only lists of a namespaced kind, and with one nothing of any other. */
function isServed({ served, namespace, name, isStatus }: ResourceTarget): boolean {
  const { type }: { type: ResourceType } = served;
  if (isStatus && !type.hasStatus) return false;
  if (!type.isNamespaced) return namespace === undefined;
  return namespace !== undefined || name === undefined;
}
