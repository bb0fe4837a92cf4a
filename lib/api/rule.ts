/**
 * A rule that a schema can't express, as a pair: `cel` for the API server and `holds` for the standalone
 * store. One table of cases proves that both answer alike.
 *
 * `path` names the node that the rule hangs on, from the object's root (`[]` is the object itself);
 * `"*"` stands for every item of a list. `self` and `oldSelf` are that node's values. A rule whose `cel`
 * names `oldSelf` runs on updates alone, as on the API server.
 */
export type Rule = {
  readonly path: readonly string[];
  readonly cel: string;
  readonly message: string;
  holds(self: never, oldSelf?: never): boolean;
};

/** States a rule with the type of the node it hangs on. */
export function rule<T>(definition: {
  readonly path: readonly string[];
  readonly cel: string;
  readonly message: string;
  holds(self: T, oldSelf?: T): boolean;
}): Rule {
  return definition;
}
