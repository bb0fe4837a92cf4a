import type { AgentTeamSpec } from "../../../lib/api/agent-team.ts";
import { TeamReason } from "../../../lib/api/reason.ts";
import { checkTemplate } from "../template/check-template.ts";
import { describeFlaw } from "../template/template-flaw.ts";
import { teamScope } from "../template/template-scope.ts";
import { findCycle } from "./find-cycle.ts";

/** Why a team can't run: a reason from the closed set, and what its author has to change. */
export type TeamFlaw = { readonly reason: TeamReason; readonly message: string };

/** Finds what is wrong with a team's spec by itself, whatever else exists. */
export function firstTeamFlaw(spec: AgentTeamSpec): TeamFlaw | undefined {
  return dependenciesFormACycle(spec) ?? promptIsInvalid(spec) ?? outputIsInvalid(spec);
}

/** Finds the first step whose AgentService does not exist. A run would wait for it until its timeout. */
export function serviceIsMissing(
  spec: AgentTeamSpec,
  hasService: (name: string) => boolean,
): TeamFlaw | undefined {
  const index = spec.steps.findIndex((step) => !hasService(step.service));
  if (index < 0) return undefined;
  const message = `spec.steps[${index}].service: there is no AgentService "${spec.steps[index]?.service}" in this namespace; create it or change the step`;
  return { reason: TeamReason.serviceNotFound, message };
}

function dependenciesFormACycle(spec: AgentTeamSpec): TeamFlaw | undefined {
  const cycle = findCycle(spec.steps);
  if (cycle === undefined) return undefined;
  const message = `spec.steps: the dependencies form a cycle, ${cycle.join(" → ")}; take one of these out of dependsOn`;
  return { reason: TeamReason.dependencyCycle, message };
}

function promptIsInvalid(spec: AgentTeamSpec): TeamFlaw | undefined {
  for (const [index, step] of spec.steps.entries()) {
    const flaw = checkTemplate(step.prompt, teamScope(step.dependsOn ?? []));
    if (flaw === undefined) continue;
    const message = `spec.steps[${index}].prompt (step ${step.name}): ${describeFlaw(flaw)}`;
    return { reason: TeamReason.invalidTemplate, message };
  }
  return undefined;
}

function outputIsInvalid(spec: AgentTeamSpec): TeamFlaw | undefined {
  if (spec.output === undefined) return undefined;
  const flaw = checkTemplate(spec.output, teamScope(spec.steps.map((step) => step.name)));
  if (flaw === undefined) return undefined;
  return { reason: TeamReason.invalidTemplate, message: `spec.output: ${describeFlaw(flaw)}` };
}
