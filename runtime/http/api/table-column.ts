import type { KubeObject } from "../../../lib/api/object.ts";
import type { PrinterColumn } from "../../../lib/api/resource-definition.ts";
import { humanDuration } from "../../domain/duration/human-duration.ts";
import { columnPath } from "./column-path.ts";

/** What a table shows in one place; null prints as nothing. */
export type Cell = string | number | boolean | null;

/** A column of a table, and how its cells come from an object. Ages are texts, made here and now. */
export type TableColumn = {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  /** 0 always shows, 1 with `-o wide`. */
  readonly priority: number;
  cell(object: KubeObject, now: Date): Cell;
};

/** A printer column of a CRD as a column of a table. */
export function printedColumn({ name, type, description, priority, jsonPath }: PrinterColumn): TableColumn {
  const find = columnPath(jsonPath);
  return {
    name,
    type,
    description,
    priority: priority ?? 0,
    cell: (object, now) => cellOf(type, find(object), now),
  };
}

/** How long ago an instant was, as kubectl shows it; null where there is none. */
export function ageCell(instant: unknown, now: Date): Cell {
  if (typeof instant !== "string") return null;
  return humanDuration(now.getTime() - Date.parse(instant));
}

function cellOf(type: PrinterColumn["type"], values: readonly unknown[], now: Date): Cell {
  const [first] = values;
  if (first === undefined) return null;
  if (type === "date") return ageCell(first, now);
  if (type === "integer") return typeof first === "number" ? first : null;
  if (type === "boolean") return typeof first === "boolean" ? first : null;
  return values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join(" ");
}
