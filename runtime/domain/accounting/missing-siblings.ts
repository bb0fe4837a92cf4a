import type { ObservedFire } from "../firing/fires-of.ts";

/** Says which of a fire's runs do not exist, by their index in the record on run 0. */
export function missingSiblings(fire: ObservedFire): readonly number[] {
  const record = fire.runZero?.spec.trigger.siblings ?? [];
  const present = new Set(fire.runs.map((run) => run.metadata.name));
  return record.flatMap((sibling, index) => (present.has(sibling.name) ? [] : [index]));
}
