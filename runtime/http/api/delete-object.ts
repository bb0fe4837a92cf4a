import type { KubeObject } from "../../../lib/api/object.ts";
import { qualifiedPlural } from "../../../lib/api/resource-type.ts";
import { isJsonObject, type JsonObject } from "../../domain/resource/json-object.ts";
import type { DeletePreconditions } from "../../ports/store.ts";
import { StoreError, StoreErrorReason } from "../../ports/store-error.ts";
import { ApiError, ApiErrorReason, invalidOption } from "./api-error.ts";
import type { ApiStatus } from "./api-status.ts";
import { requireJson } from "./media-type.ts";
import type { ResourceTarget } from "./parse-resource-path.ts";
import { isDryRunList } from "./query-options.ts";
import { readJsonBody } from "./read-object-body.ts";
import { requireObject } from "./read-resources.ts";
import type { ResourceRequest } from "./resource-request.ts";

/** How a dependent's owner may go; Orphan would have to rewrite every dependent, and is refused. */
const PROPAGATION_POLICIES: readonly unknown[] = ["", "Background", "Foreground"];

/** DELETE of one object. Answers with a status that carries its uid, by which kubectl waits for its end. */
export async function deleteObject(request: ResourceRequest): Promise<Response> {
  const { target, query, incoming, parts } = request;
  requireJson(incoming.headers.accept);
  const options = (await readJsonBody(incoming, parts.limits)) ?? {};
  const isDry = isDryRunList([...query.getAll("dryRun"), ...listOf(options["dryRun"])]);
  checkPropagation(options["propagationPolicy"] ?? query.get("propagationPolicy") ?? "");
  const preconditions = preconditionsOf(options["preconditions"]);
  const object = await requireObject(request);
  if (isDry) checkPreconditions(target, object, preconditions);
  else {
    const { namespace, name } = object.metadata;
    await parts.store.delete(target.served.type, { namespace, name }, preconditions);
  }
  return Response.json(success(target, object));
}

function success({ served }: ResourceTarget, { metadata }: KubeObject): ApiStatus {
  const { group, plural } = served.type;
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { name: metadata.name, ...(group !== "" && { group }), kind: plural, uid: metadata.uid },
    code: 200,
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function checkPropagation(policy: unknown): void {
  if (PROPAGATION_POLICIES.includes(policy)) return;
  const message = 'Unsupported value: supported values: "Background", "Foreground"';
  throw invalidOption("DeleteOptions", "propagationPolicy", message);
}

function preconditionsOf(value: unknown): DeletePreconditions {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) throw new ApiError(ApiErrorReason.badRequest, "preconditions must be an object");
  const uid = textOf(value, "uid");
  const resourceVersion = textOf(value, "resourceVersion");
  return {
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
}

function textOf(object: JsonObject, field: string): string | undefined {
  const value = object[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw new ApiError(ApiErrorReason.badRequest, `preconditions.${field} must be a text`);
}

function checkPreconditions(
  { served }: ResourceTarget,
  { metadata }: KubeObject,
  { uid, resourceVersion }: DeletePreconditions,
): void {
  const isMet =
    (uid === undefined || uid === metadata.uid) &&
    (resourceVersion === undefined || resourceVersion === metadata.resourceVersion);
  if (isMet) return;
  const message = `Operation cannot be fulfilled on ${qualifiedPlural(served.type)} "${metadata.name}": the preconditions are not met`;
  throw new StoreError(StoreErrorReason.conflict, message);
}
