import type { KubeObject } from "../../../lib/api/object.ts";
import { apiVersionOf, qualifiedPlural } from "../../../lib/api/resource-type.ts";
import { StoreError, StoreErrorReason } from "../../ports/store-error.ts";
import { answerObject } from "./answer-object.ts";
import { wantedForm } from "./media-type.ts";
import { countOf, includedObjectOf } from "./query-options.ts";
import type { ResourceRequest } from "./resource-request.ts";
import { selectionOf } from "./selection.ts";
import { tableOf } from "./table.ts";

/** Reads the object that a request's path names. Throws NotFound where there is none. */
export async function requireObject({ target, parts }: ResourceRequest): Promise<KubeObject> {
  const { type } = target.served;
  const { namespace, name = "" } = target;
  const object = await parts.store.get(type, { namespace, name });
  if (object !== undefined) return object;
  throw new StoreError(StoreErrorReason.notFound, `${qualifiedPlural(type)} "${name}" not found`);
}

/** GET of one object. */
export async function getObject(request: ResourceRequest): Promise<Response> {
  wantedForm(request.incoming.headers.accept);
  return answerObject(request, await requireObject(request));
}

/** GET of a collection, a page at a time where a `limit` says so. */
export async function listObjects(request: ResourceRequest): Promise<Response> {
  const { target, query, incoming, parts } = request;
  const { served } = target;
  const form = wantedForm(incoming.headers.accept);
  const includeObject = includedObjectOf(query);
  const page = await parts.store.list(served.type, {
    ...selectionOf(request),
    limit: countOf(query, "limit"),
    continueToken: query.get("continue") ?? undefined,
  });
  const metadata = {
    resourceVersion: page.resourceVersion,
    ...(page.continueToken !== undefined && { continue: page.continueToken }),
  };
  const options = { includeObject, now: parts.clock.now(), hasHeader: true };
  const body =
    form === "table"
      ? tableOf(served, page.items, metadata, options)
      : {
          kind: `${served.type.kind}List`,
          apiVersion: apiVersionOf(served.type),
          metadata,
          items: page.items,
        };
  return Response.json(body, { headers: { "Cache-Control": "no-cache, private" } });
}
