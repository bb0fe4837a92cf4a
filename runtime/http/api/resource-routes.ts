import { ApiError, ApiErrorReason } from "./api-error.ts";
import { deleteObject } from "./delete-object.ts";
import type { ResourceTarget } from "./parse-resource-path.ts";
import { patchObject } from "./patch-object.ts";
import { flagOf } from "./query-options.ts";
import { getObject, listObjects } from "./read-resources.ts";
import type { ResourceRequest } from "./resource-request.ts";
import { watchResources } from "./watch-resources.ts";
import { createObject, replaceObject } from "./write-resources.ts";

type Verb = (request: ResourceRequest) => Response | Promise<Response>;

const ON_ALL_NAMESPACES: Readonly<Record<string, Verb>> = { GET: listObjects };
const ON_COLLECTIONS: Readonly<Record<string, Verb>> = { GET: listObjects, POST: createObject };
const ON_STATUS: Readonly<Record<string, Verb>> = { GET: getObject, PUT: replaceObject, PATCH: patchObject };
const ON_OBJECTS: Readonly<Record<string, Verb>> = { ...ON_STATUS, DELETE: deleteObject };

/** Answers a request for resources by its method. Throws MethodNotAllowed with what would be allowed. */
export async function answerResources(method: string, request: ResourceRequest): Promise<Response> {
  const verbs = verbsOn(request.target);
  const wanted = method === "HEAD" ? "GET" : method;
  const verb = Object.hasOwn(verbs, wanted) ? verbs[wanted] : undefined;
  if (verb === undefined) {
    const message = "the server does not allow this method on the requested resource";
    throw new ApiError(ApiErrorReason.methodNotAllowed, message, {
      headers: { Allow: Object.keys(verbs).join(", ") },
    });
  }
  const isWatch = method === "GET" && flagOf(request.query, "watch") && !request.target.isStatus;
  return isWatch ? watchResources(request) : await verb(request);
}

function verbsOn({ served, namespace, name, isStatus }: ResourceTarget): Readonly<Record<string, Verb>> {
  if (isStatus) return ON_STATUS;
  if (name !== undefined) return ON_OBJECTS;
  return served.type.isNamespaced && namespace === undefined ? ON_ALL_NAMESPACES : ON_COLLECTIONS;
}
