import type { KubeObject } from "../../../lib/api/object.ts";
import { warningHeader } from "./field-validation.ts";
import { wantedForm } from "./media-type.ts";
import { includedObjectOf } from "./query-options.ts";
import type { ResourceRequest } from "./resource-request.ts";
import { tableOf } from "./table.ts";

/** How an answer with one object looks beside the object. */
export type AnswerFacts = { readonly code?: 200 | 201; readonly warnings?: readonly string[] };

/** Answers with an object, as it is or as a table of one row. */
export function answerObject(
  request: ResourceRequest,
  object: KubeObject,
  facts: AnswerFacts = {},
): Response {
  const { target, query, incoming, parts } = request;
  const isTable = wantedForm(incoming.headers.accept) === "table";
  const { resourceVersion } = object.metadata;
  const options = { includeObject: includedObjectOf(query), now: parts.clock.now(), hasHeader: true };
  const body = isTable ? tableOf(target.served, [object], { resourceVersion }, options) : object;
  const headers = new Headers({ "Content-Type": "application/json", "Cache-Control": "no-cache, private" });
  for (const warning of facts.warnings ?? []) headers.append("Warning", warningHeader(warning));
  return new Response(JSON.stringify(body), { status: facts.code ?? 200, headers });
}
