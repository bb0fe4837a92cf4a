import type { KubeObject } from "../../lib/api/object.ts";
import type { Cluster } from "./connect.ts";
import { listOf } from "./object-text.ts";
import { printView, viewOptions } from "./print-view.ts";
import type { Terminal } from "./terminal.ts";
import type { ViewOptions } from "./views/paint.ts";

/** A list to print. */
export type Listing<T extends KubeObject> = {
  readonly items: readonly T[];
  /** What they are called where there are none: `runs`. */
  readonly noun: string;
  readonly format: string | undefined;
  readonly isOfAllNamespaces: boolean;
  table(items: readonly T[], options: ViewOptions): readonly string[];
};

/** Prints a list as a table, or for programs; people are told on standard error where there is nothing. */
export async function printList<T extends KubeObject>(
  terminal: Terminal,
  { namespace, clock }: Pick<Cluster, "namespace" | "clock">,
  { items, noun, format, isOfAllNamespaces, table }: Listing<T>,
): Promise<void> {
  if (items.length === 0 && format === undefined) {
    const where = isOfAllNamespaces ? "any namespace" : `the namespace ${namespace}`;
    return terminal.complain(`There are no ${noun} in ${where}.`);
  }
  const options = { ...viewOptions(terminal, clock), isOfAllNamespaces };
  await printView(terminal, format, listOf(items), () => table(items, options));
}
