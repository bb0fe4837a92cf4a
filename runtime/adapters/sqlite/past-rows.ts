import type { ChangeLog } from "./change-log.ts";
import type { ObjectRows, RowRange } from "./object-rows.ts";

/** An object as a page shows it. */
export type PastRow = {
  readonly namespace: string;
  readonly name: string;
  readonly version: number;
  readonly body: string;
};

/**
 * The rows of a range as they were at a version that the log still covers: what has changed since is put back.
 * So all pages of a list show one moment, as they do on the API server, and a watch goes on from there.
 */
export function* pastRows(
  objects: ObjectRows,
  log: ChangeLog,
  range: RowRange,
  version: number,
): Generator<PastRow> {
  const undone = undoneChanges(log, range, version);
  const returning = [...undone.values()].filter((row) => row !== undefined).sort(compare);
  let next = 0;
  for (const row of objects.range(range)) {
    for (let lost = returning[next]; lost !== undefined && compare(lost, row) < 0; lost = returning[next]) {
      next++;
      yield lost;
    }
    if (!undone.has(placeText(row))) yield row;
  }
  yield* returning.slice(next);
}

/** What each object of the range that has changed since was at that version; undefined: it was not there. */
function undoneChanges(log: ChangeLog, range: RowRange, version: number): Map<string, PastRow | undefined> {
  const undone = new Map<string, PastRow | undefined>();
  for (let change = log.after(version); change !== undefined; change = log.after(change.version)) {
    const { kind, namespace, name, before } = change;
    if (kind !== range.kind || (range.namespace !== undefined && namespace !== range.namespace)) continue;
    const place = placeText(change);
    if (undone.has(place) || compare(change, range.after) <= 0) continue;
    undone.set(place, before === undefined ? undefined : { namespace, name, ...before });
  }
  return undone;
}

type Place = { readonly namespace: string; readonly name: string };

function placeText({ namespace, name }: Place): string {
  return `${namespace}/${name}`;
}

/** The order of SQLite's index: by UTF-8 bytes, which for names (ASCII) is the order of their UTF-16 units. */
function compare(one: Place, other: Place): number {
  if (one.namespace !== other.namespace) return one.namespace < other.namespace ? -1 : 1;
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}
