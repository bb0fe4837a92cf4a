import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiParts } from "./api-parts.ts";
import type { ResourceTarget } from "./parse-resource-path.ts";

/** A request for resources, read as far as its path and headers. */
export type ResourceRequest = {
  readonly target: ResourceTarget;
  readonly query: URLSearchParams;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly parts: ApiParts;
};
