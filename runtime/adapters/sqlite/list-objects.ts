import type { KubeObject } from "../../../lib/api/object.ts";
import { qualifiedPlural, type ResourceType } from "../../../lib/api/resource-type.ts";
import { objectSelector } from "../../domain/selector/object-selector.ts";
import type { ListOptions, Page } from "../../ports/store.ts";
import { readObject } from "./change.ts";
import type { ChangeLog } from "./change-log.ts";
import { type ContinueToken, decodeContinueToken, encodeContinueToken } from "./continue-token.ts";
import { schemaOf } from "./object-place.ts";
import type { ObjectRows } from "./object-rows.ts";
import { pastRows } from "./past-rows.ts";
import { refusal } from "./refusal.ts";

/** Lists a page of objects as they were when the list's first page was read. */
export function listObjects<T extends KubeObject>(
  objects: ObjectRows,
  log: ChangeLog,
  type: ResourceType<T>,
  options: ListOptions,
): Page<T> {
  const { flaw, selects } = objectSelector(schemaOf(type), options);
  if (flaw !== undefined) throw refusal.badRequest(flaw);
  const limit = options.limit === undefined || options.limit <= 0 ? Number.POSITIVE_INFINITY : options.limit;
  const after = startOf(log, options.continueToken);
  const range = { kind: qualifiedPlural(type), namespace: options.namespace, after };
  const resourceVersion = String(after.version);
  const items: T[] = [];
  let last: ContinueToken | undefined;
  for (const row of pastRows(objects, log, range, after.version)) {
    const object = readObject<T>(row.body, row.version);
    if (selects !== undefined && !selects(object)) continue;
    if (items.length >= limit)
      return { items, resourceVersion, continueToken: encodeContinueToken(last ?? after) };
    items.push(object);
    last = { version: after.version, namespace: row.namespace, name: row.name };
  }
  return { items, resourceVersion };
}

function startOf(log: ChangeLog, text: string | undefined): ContinueToken {
  if (text === undefined || text === "") return { version: log.version, namespace: "", name: "" };
  const token = decodeContinueToken(text);
  if (token === undefined) throw refusal.badRequest("the continue token is not valid");
  if (!log.covers(token.version)) throw refusal.staleContinue();
  return token;
}
