import type { Construct } from "constructs";
import { InvalidConstructError } from "./invalid-construct-error.ts";

/** What tools ask any object for. That it is not there is nobody's mistake. */
const ASKED_OF_ANYTHING: readonly PropertyKey[] = ["then", "toJSON"];

/**
 * The same table, of which nothing can be read that it does not have. Programs run without their types having been
 * checked, by tsx or as JavaScript, and a template would then hold the word "undefined".
 *
 * @param describe Says what is wrong with a name that the table does not have.
 */
export function closed<T extends object>(
  construct: Construct,
  table: T,
  describe: (name: string) => string,
): T {
  return new Proxy(table, {
    get(target, name): unknown {
      if (typeof name === "string" && !(name in target) && !ASKED_OF_ANYTHING.includes(name))
        throw new InvalidConstructError(construct, [describe(name)]);
      return Reflect.get(target, name);
    },
  });
}
