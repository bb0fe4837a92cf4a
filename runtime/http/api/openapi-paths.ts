import type { ResourceType } from "../../../lib/api/resource-type.ts";
import type { ServedKind } from "./served-kinds.ts";

const MERGE_PATCH = "application/merge-patch+json";

/**
 * The paths of a group version's document, with what clients look for in them: that PATCH takes
 * `fieldValidation` (or `kubectl apply` refuses), and in which formats.
 */
export function openapiPaths(kinds: readonly ServedKind[]): Record<string, unknown> {
  return Object.fromEntries(kinds.map(({ type }) => [pathOf(type), { patch: patchOf(type) }]));
}

function pathOf({ group, version, isNamespaced, plural }: ResourceType): string {
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  return `${root}${isNamespaced ? "/namespaces/{namespace}" : ""}/${plural}/{name}`;
}

function patchOf({ group, version, kind }: ResourceType) {
  return {
    description: `partially update the specified ${kind}`,
    operationId: `patch${kind}`,
    parameters: [queryParameter("dryRun"), queryParameter("fieldManager"), queryParameter("fieldValidation")],
    requestBody: { content: { [MERGE_PATCH]: { schema: { type: "object" } } } },
    responses: { "200": { description: "OK" } },
    "x-kubernetes-action": "patch",
    "x-kubernetes-group-version-kind": { group, version, kind },
  };
}

function queryParameter(name: string) {
  return { name, in: "query", schema: { type: "string", uniqueItems: true } };
}
