import { findCycle } from "../../runtime/domain/team/find-cycle.ts";
import { firstUnknownField } from "../../runtime/domain/template/check-template.ts";
import { parseTemplate } from "../../runtime/domain/template/parse-template.ts";
import { referencesOf } from "../../runtime/domain/template/references-of.ts";
import { describeFlaw, isFlaw } from "../../runtime/domain/template/template-flaw.ts";
import { teamScope } from "../../runtime/domain/template/template-scope.ts";

/** A step as its author wrote it. */
export type WrittenStep = {
  readonly name: string;
  readonly prompt: string;
  readonly dependsOn: readonly string[];
};

/** The names that a team's templates may use. */
export type TeamNames = { readonly inputKeys: readonly string[]; readonly steps: readonly string[] };

/** Gives each step the dependencies that it declares, then those whose output its prompt names. */
export function withDependencies<Step extends WrittenStep>(steps: readonly Step[]): Step[] {
  return steps.map((step) => ({
    ...step,
    dependsOn: [...new Set([...step.dependsOn, ...stepsReadBy(step.prompt)])],
  }));
}

/** Finds steps that wait for each other. */
export function dependenciesFormACycle(steps: readonly WrittenStep[]): string[] {
  const cycle = findCycle(steps.map(({ name, dependsOn }) => ({ name, dependsOn: [...dependsOn] })));
  return cycle ? [`steps wait for each other, so that none can start: ${cycle.join(" -> ")}`] : [];
}

/**
 * Finds what the operator would refuse in one of a team's templates, and input that the team does not declare;
 * `place` says which template it is.
 */
export function templateIsInvalid(place: string, source: string, names: TeamNames): string[] {
  const template = parseTemplate(source);
  if (isFlaw(template)) return [`${place}: ${describeFlaw(template)}`];
  const astray = referencesOf(template).flatMap(({ path }) => leadsNowhere(path, names));
  if (astray.length > 0) return astray.map((what) => `${place} reads ${what}`);
  const flaw = firstUnknownField(template, teamScope(names.steps));
  return flaw === undefined ? [] : [`${place}: ${describeFlaw(flaw)}`];
}

function leadsNowhere([root, name]: readonly string[], { inputKeys, steps }: TeamNames): string[] {
  if (root === "trigger") return [".trigger, as only an event's targets can: pass it as input"];
  if (name === undefined) return [];
  if (root === "steps" && !steps.includes(name))
    return [`the step "${name}", which is none of ${steps.join(", ")}`];
  if (root === "input" && !inputKeys.includes(name))
    return [`the input "${name}", which the team does not declare`];
  return [];
}

function stepsReadBy(prompt: string): string[] {
  const template = parseTemplate(prompt);
  if (isFlaw(template)) return [];
  return referencesOf(template).flatMap(({ path: [root, step] }) =>
    root === "steps" && step !== undefined ? [step] : [],
  );
}
