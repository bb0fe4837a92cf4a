import type { KubeObject } from "../../../lib/api/object.ts";
import { qualifiedPlural, type ResourceType } from "../../../lib/api/resource-type.ts";
import { objectSelector } from "../../domain/selector/object-selector.ts";
import type { WatchEvent, WatchOptions } from "../../ports/store.ts";
import type { ChangeLog } from "./change-log.ts";
import { schemaOf } from "./object-place.ts";
import { refusal } from "./refusal.ts";
import { WatchCursor } from "./watch-cursor.ts";

/** Reports the changes after a version, as the options say. "From now on" is the moment of this call. */
export function watchObjects<T extends KubeObject>(
  log: ChangeLog,
  type: ResourceType<T>,
  options: WatchOptions,
): AsyncIterable<WatchEvent<T>> {
  const { resourceVersion = "" } = options;
  const start = {
    ...options,
    resourceVersion: resourceVersion === "" ? String(log.version) : resourceVersion,
  };
  return { [Symbol.asyncIterator]: () => follow(log, type, start) };
}

async function* follow<T extends KubeObject>(
  log: ChangeLog,
  type: ResourceType<T>,
  options: WatchOptions & { readonly resourceVersion: string },
): AsyncGenerator<WatchEvent<T>, void> {
  const { signal, namespace, resourceVersion } = options;
  const { flaw, selects } = objectSelector(schemaOf(type), options);
  if (flaw !== undefined) throw refusal.badRequest(flaw);
  const scope = { kind: qualifiedPlural(type), namespace, selects };
  const cursor = new WatchCursor<T>(log, scope, readVersion(resourceVersion));
  while (!signal.aborted) {
    const event = cursor.next();
    if (event === undefined) await log.next(signal);
    else yield event;
  }
}

function readVersion(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw refusal.badRequest(`resource version ${JSON.stringify(text)} is not valid`);
}
