import { apiVersionOf } from "../../../lib/api/resource-type.ts";
import { quoteExcerpt } from "../../domain/quote-excerpt.ts";
import { isJsonObject, type JsonObject } from "../../domain/resource/json-object.ts";
import { ApiError, ApiErrorReason } from "./api-error.ts";
import type { ResourceTarget } from "./parse-resource-path.ts";

/**
 * Completes an object by what the path says of it: kind, namespace and name. Throws BadRequest where the two
 * disagree.
 */
export function placed(target: ResourceTarget, object: JsonObject): JsonObject {
  const { type } = target.served;
  const { metadata } = object;
  if (metadata !== undefined && metadata !== null && !isJsonObject(metadata)) {
    throw badRequest("metadata must be an object");
  }
  const kind = agreed("kind", type.kind, object["kind"]);
  const apiVersion = agreed("apiVersion", apiVersionOf(type), object["apiVersion"]);
  const name = target.name ?? metadata?.["name"];
  if (target.name !== undefined) agreed("metadata.name", target.name, metadata?.["name"]);
  const { namespace } = target;
  if (namespace !== undefined) agreed("metadata.namespace", namespace, metadata?.["namespace"]);
  return {
    ...object,
    apiVersion,
    kind,
    metadata: {
      ...metadata,
      ...(name !== undefined && { name }),
      ...(namespace !== undefined && { namespace }),
    },
  };
}

/** The value that a path gives, unless the object says otherwise. */
function agreed(field: string, ofPath: string, ofObject: unknown): string {
  if (ofObject === undefined || ofObject === null || ofObject === "" || ofObject === ofPath) return ofPath;
  const given = typeof ofObject === "string" ? quoteExcerpt(ofObject) : "not a text";
  throw badRequest(
    `the ${field} of the object (${given}) does not match the ${field} that the URL asks for (${JSON.stringify(ofPath)})`,
  );
}

function badRequest(message: string): ApiError {
  return new ApiError(ApiErrorReason.badRequest, message);
}
