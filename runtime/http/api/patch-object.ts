import type { KubeObject } from "../../../lib/api/object.ts";
import type { JsonObject } from "../../domain/resource/json-object.ts";
import { isJsonObject } from "../../domain/resource/json-object.ts";
import { isStoreError, StoreErrorReason } from "../../ports/store-error.ts";
import { answerObject } from "./answer-object.ts";
import { ApiError, ApiErrorReason } from "./api-error.ts";
import { complainAbout } from "./field-validation.ts";
import { mediaTypeOf, wantedForm } from "./media-type.ts";
import { mergePatch } from "./merge-patch.ts";
import { placed } from "./placed.ts";
import { fieldValidationOf, isDryRun } from "./query-options.ts";
import { readJsonBody } from "./read-object-body.ts";
import { requireObject } from "./read-resources.ts";
import type { ResourceRequest } from "./resource-request.ts";

const MERGE_PATCH = "application/merge-patch+json";
/** What kubectl sends for Kubernetes' own kinds. For these few it differs from a merge patch by directives. */
const STRATEGIC_MERGE_PATCH = "application/strategic-merge-patch+json";

/**
 * PATCH of one object, or of its status: read, merge, replace. Without a resource version in the patch it is
 * tried again when another write came between, for the patch is as good for what that write has left.
 */
export async function patchObject(request: ResourceRequest): Promise<Response> {
  const { query, incoming, parts } = request;
  wantedForm(incoming.headers.accept);
  isDryRun(query);
  fieldValidationOf(query);
  const patch = await readPatch(request);
  const mayRepeat = !isJsonObject(patch["metadata"]) || patch["metadata"]["resourceVersion"] === undefined;
  for (let tries = 1; ; tries++) {
    try {
      return await patchOnce(request, patch);
    } catch (error) {
      const isRace = mayRepeat && isStoreError(error, StoreErrorReason.conflict);
      if (!isRace || tries >= parts.limits.maxPatchTries) throw error;
    }
  }
}

async function patchOnce(request: ResourceRequest, patch: JsonObject): Promise<Response> {
  const { target, query, parts } = request;
  const before = await requireObject(request);
  const merged = placed(target, mergePatch(before, patch));
  const { refusal, warnings } = complainAbout(target.served, merged, fieldValidationOf(query));
  if (refusal !== undefined) throw unknownFieldInPatch(refusal);
  const object = merged as unknown as KubeObject;
  const options = { dryRun: isDryRun(query) };
  const { type } = target.served;
  const patched = target.isStatus
    ? await parts.store.replaceStatus(type, object, options)
    : await parts.store.replace(type, object, options);
  return answerObject(request, patched, { warnings });
}

async function readPatch({ target, incoming, parts }: ResourceRequest): Promise<JsonObject> {
  const type = mediaTypeOf(incoming.headers["content-type"]);
  const accepted = target.served.type.group === "" ? [MERGE_PATCH, STRATEGIC_MERGE_PATCH] : [MERGE_PATCH];
  if (!accepted.includes(type)) {
    const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`;
    throw new ApiError(ApiErrorReason.unsupportedMediaType, message, {
      headers: { "Accept-Patch": accepted.join(", ") },
    });
  }
  const patch = await readJsonBody(incoming, parts.limits);
  if (patch === undefined) throw new ApiError(ApiErrorReason.badRequest, "the body must hold a patch");
  return type === STRATEGIC_MERGE_PATCH ? withoutDirectives(patch) : patch;
}

/**
 * A strategic merge patch without its directives. Those about lists' order say nothing that a merge patch,
 * which replaces lists, could not do without; `$patch` and its like would change what the patch means.
 */
function withoutDirectives(patch: JsonObject): JsonObject {
  const kept: [string, unknown][] = [];
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith("$setElementOrder/") || key === "$retainKeys") continue;
    if (key === "$patch" || key.startsWith("$deleteFromPrimitiveList/")) {
      const message = `the strategic merge directive ${key.slice(0, 24)} is not supported here; use a merge patch`;
      throw new ApiError(ApiErrorReason.badRequest, message);
    }
    kept.push([key, isJsonObject(value) ? withoutDirectives(value) : value]);
  }
  return Object.fromEntries(kept);
}

function unknownFieldInPatch(refusal: string): ApiError {
  const message = `Invalid value: ${refusal}`;
  return new ApiError(ApiErrorReason.invalid, ` "" is invalid: patch: ${message}`, {
    causes: [{ field: "patch", reason: "FieldValueInvalid", message }],
  });
}
