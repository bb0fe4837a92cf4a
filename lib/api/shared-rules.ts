import { INPUT_KEY, MAX_NAME_LENGTH } from "./fields.ts";
import type { KubeObject } from "./object.ts";
import { type Rule, rule } from "./rule.ts";

/** Bounds `metadata.name`, which no schema of a CRD can. */
export function nameIsAtMost(max: number): Rule {
  return rule<KubeObject>({
    path: [],
    cel: `size(self.metadata.name) <= ${max}`,
    message: `metadata.name may not be more than ${max} characters`,
    holds: (self) => self.metadata.name.length <= max,
  });
}

/** Keeps input keys to what a template can name. */
export function inputKeysAreNames(path: readonly string[]): Rule {
  const pattern = new RegExp(INPUT_KEY);
  return rule<Record<string, string>>({
    path,
    cel: `self.all(key, size(key) <= ${MAX_NAME_LENGTH} && key.matches('${INPUT_KEY}'))`,
    message: `input keys must match ${INPUT_KEY} and have at most ${MAX_NAME_LENGTH} characters`,
    holds: (self) => Object.keys(self).every((key) => key.length <= MAX_NAME_LENGTH && pattern.test(key)),
  });
}
