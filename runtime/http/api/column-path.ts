import { isJsonObject } from "../../domain/resource/json-object.ts";

/** One step of a path: a field, a list's item by its index or `[*]`, or the items with a field of a value. */
const STEP = /\.([A-Za-z0-9_-]+)|\[(\d+|\*)\]|\[\?\(@\.([A-Za-z0-9_-]+)==(?:"([^"]*)"|'([^']*)')\)\]/gy;

type Step = (value: unknown) => readonly unknown[];

/**
 * Compiles the part of Kubernetes' JSONPath that printer columns use: `.a.b`, `[0]`, `[*]` and
 * `[?(@.type=="Ready")]`. What comes back finds all values in an object.
 * @throws Error where a column's path says anything else: it is written in this project, not by a caller.
 */
export function columnPath(path: string): (object: unknown) => readonly unknown[] {
  const steps: Step[] = [];
  let end = 0;
  for (const match of path.matchAll(STEP)) {
    steps.push(stepOf(match));
    end = match.index + match[0].length;
  }
  if (end !== path.length || steps.length === 0)
    throw new Error(`printer column path not supported: ${path}`);
  return (object) => steps.reduce<readonly unknown[]>((values, step) => values.flatMap(step), [object]);
}

function stepOf([, field, index, key, double, single]: RegExpMatchArray): Step {
  if (field !== undefined) return (value) => fieldOf(value, field);
  if (index === "*") return (value) => (Array.isArray(value) ? value : []);
  if (index !== undefined)
    return (value) => (Array.isArray(value) ? value.slice(Number(index)).slice(0, 1) : []);
  const wanted = double ?? single;
  return (value) =>
    Array.isArray(value) ? value.filter((item) => fieldOf(item, key ?? "")[0] === wanted) : [];
}

function fieldOf(value: unknown, field: string): readonly unknown[] {
  if (!isJsonObject(value) || !Object.hasOwn(value, field)) return [];
  const found = value[field];
  return found === undefined || found === null ? [] : [found];
}
