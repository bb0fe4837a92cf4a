import type { KubeObject } from "../../../lib/api/object.ts";
import { apiVersionOf } from "../../../lib/api/resource-type.ts";
import type { WatchEvent } from "../../ports/store.ts";
import type { ApiStatus } from "./api-status.ts";
import type { WantedForm } from "./media-type.ts";
import { flagOf } from "./query-options.ts";
import type { ResourceRequest } from "./resource-request.ts";
import { type IncludedObject, tableOf } from "./table.ts";

/** In which form the objects of a watch are wanted. */
export type LineOptions = { readonly form: WantedForm; readonly includeObject: IncludedObject };

/** Writes the events of one watch as JSON lines; undefined where the client did not ask for such an event. */
export function eventWriter(request: ResourceRequest, { form, includeObject }: LineOptions) {
  const { target, query, parts } = request;
  const { served } = target;
  const wantsBookmarks = flagOf(query, "allowWatchBookmarks");
  const encoder = new TextEncoder();
  let hasHeader = true;

  const line = (type: string, object: unknown) => encoder.encode(`${JSON.stringify({ type, object })}\n`);
  const shown = (object: KubeObject) => {
    if (form === "json") return object;
    const { resourceVersion } = object.metadata;
    const table = tableOf(
      served,
      [object],
      { resourceVersion },
      { includeObject, now: parts.clock.now(), hasHeader },
    );
    hasHeader = false;
    return table;
  };
  /** A bookmark carries a version alone; in a table the row's object does. */
  const bookmark = (resourceVersion: string) => {
    const { kind } = served.type;
    if (form === "json")
      return { kind, apiVersion: apiVersionOf(served.type), metadata: { resourceVersion } };
    const object = {
      kind: "PartialObjectMetadata",
      apiVersion: "meta.k8s.io/v1",
      metadata: { resourceVersion },
    };
    const rows = [{ cells: [], object }];
    return {
      kind: "Table",
      apiVersion: "meta.k8s.io/v1",
      metadata: { resourceVersion },
      columnDefinitions: null,
      rows,
    };
  };

  return {
    event(event: WatchEvent<KubeObject>): Uint8Array | undefined {
      if (event.type !== "BOOKMARK") return line(event.type, shown(event.object));
      return wantsBookmarks ? line(event.type, bookmark(event.resourceVersion)) : undefined;
    },
    failure: (status: ApiStatus): Uint8Array => line("ERROR", status),
  };
}
