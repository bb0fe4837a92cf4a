import { NamespaceType } from "../../../lib/api/core-types.ts";
import type { Draft, KubeObject } from "../../../lib/api/object.ts";
import type { ResourceType } from "../../../lib/api/resource-type.ts";
import type { JsonObject } from "../../domain/resource/json-object.ts";
import { isStoreError, StoreErrorReason } from "../../ports/store-error.ts";
import { answerObject } from "./answer-object.ts";
import { ApiError, ApiErrorReason } from "./api-error.ts";
import { FailedWrite } from "./failed-write.ts";
import { complainAbout } from "./field-validation.ts";
import { mediaTypeOf, wantedForm } from "./media-type.ts";
import { placed } from "./placed.ts";
import { fieldValidationOf, isDryRun } from "./query-options.ts";
import { readJsonBody, readProtobufBody } from "./read-object-body.ts";
import { isReadFromProtobuf, PROTOBUF } from "./read-protobuf-object.ts";
import type { ResourceRequest } from "./resource-request.ts";

const JSON_TYPE = "application/json";

/** POST to a collection. */
export async function createObject(request: ResourceRequest): Promise<Response> {
  const { target, query, parts } = request;
  const { draft, warnings } = await readObject(request);
  const { type } = target.served;
  const object = draft as unknown as Draft<KubeObject>;
  try {
    const created = await parts.store.create(type, object, { dryRun: isDryRun(query) });
    return answerObject(request, created, { code: 201, warnings });
  } catch (error) {
    // What a create does not find can only be the namespace.
    const isLost = isStoreError(error, StoreErrorReason.notFound);
    const { name } = object.metadata;
    throw new FailedWrite(isLost ? { type: NamespaceType, name: target.namespace } : { type, name }, error);
  }
}

/** PUT of one object, or of its status. */
export async function replaceObject(request: ResourceRequest): Promise<Response> {
  const { target, query, parts } = request;
  const { draft, warnings } = await readObject(request);
  const object = draft as unknown as KubeObject;
  const options = { dryRun: isDryRun(query) };
  const { type } = target.served;
  const replaced = target.isStatus
    ? await parts.store.replaceStatus(type, object, options)
    : await parts.store.replace(type, object, options);
  return answerObject(request, replaced, { warnings });
}

/** All that a request can be refused for without the store comes first: a write that was made is answered. */
async function readObject(
  request: ResourceRequest,
): Promise<{ readonly draft: JsonObject; readonly warnings: readonly string[] }> {
  const { target, query, incoming, parts } = request;
  wantedForm(incoming.headers.accept);
  isDryRun(query);
  const validation = fieldValidationOf(query);
  const isProtobuf = isSentAsProtobuf(target.served.type, incoming.headers["content-type"]);
  const body = isProtobuf
    ? await readProtobufBody(incoming, parts.limits, target.served.type)
    : await readJsonBody(incoming, parts.limits);
  if (body === undefined) throw new ApiError(ApiErrorReason.badRequest, "the body must hold an object");
  const draft = placed(target, body);
  const { refusal, warnings } = complainAbout(target.served, draft, validation);
  if (refusal === undefined) return { draft, warnings };
  const { kind, version } = target.served.type;
  const message = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${refusal}`;
  throw new ApiError(ApiErrorReason.badRequest, message);
}

/** Throws UnsupportedMediaType for all but JSON and, where kubectl leaves no choice, protobuf. */
function isSentAsProtobuf(type: ResourceType, header: string | undefined): boolean {
  const sent = mediaTypeOf(header);
  // A missing type is read as JSON, as the API server does.
  if (sent === "" || sent === JSON_TYPE) return false;
  const accepted = isReadFromProtobuf(type) ? [JSON_TYPE, PROTOBUF] : [JSON_TYPE];
  if (accepted.includes(sent)) return true;
  throw new ApiError(
    ApiErrorReason.unsupportedMediaType,
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`,
  );
}
