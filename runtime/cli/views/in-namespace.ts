import type { ViewOptions } from "./paint.ts";

/** Puts the namespace before the cells of a row, or its heading, where a table is of all namespaces. */
export function inNamespace<T>(
  { isOfAllNamespaces = false }: ViewOptions,
  namespace: T,
  cells: readonly T[],
): readonly T[] {
  return isOfAllNamespaces ? [namespace, ...cells] : cells;
}
