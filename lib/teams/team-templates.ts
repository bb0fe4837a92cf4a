import { dependencyCycle } from "./dependency-cycle.ts";
import { referencesIn } from "./references-in.ts";

/** A step as its author wrote it. */
export type WrittenStep = {
  readonly name: string;
  readonly prompt: string;
  readonly dependsOn: readonly string[];
};

/** The names that a team's templates may use. */
export type TeamNames = { readonly inputKeys: readonly string[]; readonly steps: readonly string[] };

/** Gives each step's dependencies: those it declares, then those whose output its prompt names. */
export function dependenciesOf(steps: readonly WrittenStep[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    steps.map(({ name, prompt, dependsOn }) => {
      const read = referencesIn(prompt).flatMap(([root, step]) =>
        root === "steps" && step !== undefined ? [step] : [],
      );
      return [name, [...new Set([...dependsOn, ...read])]];
    }),
  );
}

/** Finds steps that wait for each other. */
export function dependenciesFormACycle(dependencies: ReadonlyMap<string, readonly string[]>): string[] {
  const cycle = dependencyCycle(dependencies);
  return cycle ? [`steps wait for each other, so that none can start: ${cycle.join(" -> ")}`] : [];
}

/** Finds names that lead nowhere in one of a team's templates; `place` says which. */
export function referencesLeadNowhere(place: string, template: string, names: TeamNames): string[] {
  return referencesIn(template).flatMap(([root, name]) => {
    if (root === "trigger")
      return [`${place} reads .trigger, as only an event's targets can: pass it as input`];
    if (name === undefined) return [];
    if (root === "steps" && !names.steps.includes(name))
      return [`${place} reads the step "${name}", which is none of ${names.steps.join(", ")}`];
    if (root === "input" && !names.inputKeys.includes(name))
      return [`${place} reads the input "${name}", which the team does not declare`];
    return [];
  });
}
