import { objectSelector } from "../../domain/selector/object-selector.ts";
import type { Selection } from "../../ports/store.ts";
import { ApiError, ApiErrorReason } from "./api-error.ts";
import type { ResourceRequest } from "./resource-request.ts";

/** What a list or watch selects: by the path, and by its selectors. Throws BadRequest for a bad selector. */
export function selectionOf({ target, query }: ResourceRequest): Selection {
  const { served, namespace, name } = target;
  const labelSelector = query.get("labelSelector") ?? undefined;
  const given = query.get("fieldSelector") ?? "";
  const named = name === undefined ? "" : `metadata.name=${name.replace(/[\\,=]/g, "\\$&")}`;
  const fieldSelector = [given, named].filter((part) => part !== "").join(",") || undefined;
  const { flaw } = objectSelector(served.schema, { labelSelector, fieldSelector });
  if (flaw !== undefined) throw new ApiError(ApiErrorReason.badRequest, flaw);
  return { namespace, labelSelector, fieldSelector };
}
