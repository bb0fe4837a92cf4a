import type { EventRecord, Namespace, Secret } from "../../../lib/api/core-types.ts";
import type { KubeObject } from "../../../lib/api/object.ts";
import { ageCell, type Cell, type TableColumn } from "./table-column.ts";

/** A column of one of Kubernetes' own kinds: its cell is no path but a sentence of code. */
function column<T extends KubeObject>(
  name: string,
  type: string,
  cell: (object: T, now: Date) => Cell,
  priority = 0,
): TableColumn {
  return { name, type, description: "", priority, cell: (object, now) => cell(object as T, now) };
}

const AGE = column<KubeObject>("Age", "string", ({ metadata }, now) =>
  ageCell(metadata.creationTimestamp, now),
);

/** What `kubectl get secrets` shows after the name. */
export const SECRET_COLUMNS: readonly TableColumn[] = [
  column<Secret>("Type", "string", ({ type }) => type ?? ""),
  column<Secret>("Data", "integer", ({ data }) => Object.keys(data ?? {}).length),
  AGE,
];

/** What `kubectl get namespaces` shows after the name. */
export const NAMESPACE_COLUMNS: readonly TableColumn[] = [
  column<Namespace>("Status", "string", ({ status }) => status?.phase ?? ""),
  AGE,
];

const latest = ({ lastTimestamp, firstTimestamp, metadata }: EventRecord) =>
  lastTimestamp ?? firstTimestamp ?? metadata.creationTimestamp;

/** What `kubectl get events` shows, before the name, which is no use to anybody. */
export const EVENT_COLUMNS: readonly TableColumn[] = [
  column<EventRecord>("Last Seen", "string", (event, now) => ageCell(latest(event), now)),
  column<EventRecord>("Type", "string", ({ type }) => type ?? ""),
  column<EventRecord>("Reason", "string", ({ reason }) => reason ?? ""),
  column<EventRecord>("Object", "string", ({ involvedObject: { kind, name } }) =>
    kind === undefined ? (name ?? "") : `${kind.toLowerCase()}/${name ?? ""}`,
  ),
  column<EventRecord>("Source", "string", ({ source }) => source?.component ?? "", 1),
  column<EventRecord>("Message", "string", ({ message }) => (message ?? "").trim()),
  column<EventRecord>(
    "First Seen",
    "string",
    (event, now) => ageCell(event.firstTimestamp ?? latest(event), now),
    1,
  ),
  column<EventRecord>("Count", "integer", ({ count }) => count ?? 1, 1),
  column<EventRecord>("Name", "string", ({ metadata }) => metadata.name, 1),
];
